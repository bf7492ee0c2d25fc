// The program that this library comes from: a component is an object of its own class, which inherits `Component` of itself. All components of
// a class lie in one static vector, and a `Component<T>` that is not itself a `T` refers to the one of its entity, by the number of the entity.
// There is no removal, and a number is right only while every entity has every component, added in the order of creation.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

template <class T>
struct Component;

struct Entity {
    Entity() : id(_id_count++) {}

    /// Adds a component, or returns the one that is there.
    template <class T>
    Component<T> add_component() {
        if (auto present = get_component<T>())
            return present;
        return Component<T>::add_component(*this);
    }

    /// Refers to a component. It may be absent.
    template <class T>
    Component<T> get_component() const {
        static_assert(std::is_base_of<Component<T>, T>::value, "a component inherits Component<> of itself");
        return Component<T>{ *this };
    }

    uint32_t id;

    /// No entity: what a reference refers to until it is assigned.
    static const Entity dummy;

private:
    explicit Entity(uint32_t id) : id(id) {}

    static uint32_t _id_count;
};

const Entity Entity::dummy{ std::numeric_limits<uint32_t>::max() };
uint32_t Entity::_id_count = 0;

namespace detail {
template <class T, class = void>
struct has_init : std::false_type {};
template <class T>
struct has_init<T, std::void_t<decltype(std::declval<T&>().init())>> : std::true_type {};

template <class T, class = void>
struct has_update : std::false_type {};
template <class T>
struct has_update<T, std::void_t<decltype(std::declval<T&>().update(0.f))>> : std::true_type {};
} // namespace detail

template <class T>
struct Component {
    Component(Entity e = Entity::dummy) : entity(e) {}

    static void* operator new(size_t) = delete;
    static void* operator new[](size_t) = delete;

    /// Asks whether the component is there.
    operator bool() const { return entity.id < _components.size(); }

    T* operator->() const {
        assert(*this && "the component does not exist");
        return &_components[entity.id];
    }

    template <class U>
    Component<U> add_component() {
        return entity.add_component<U>();
    }

    template <class U>
    Component<U> get_component() const {
        return entity.get_component<U>();
    }

    static Component<T> add_component(Entity e) {
        T component;
        component.entity = e;
        _components.emplace_back(std::move(component));
        if constexpr (detail::has_init<T>::value)
            _components.back().init();
        return Component<T>{ e };
    }

    static void update_components(float dt) {
        if constexpr (detail::has_update<T>::value)
            for (size_t i = 0; i < _components.size(); ++i)
                _components[i].update(dt);
    }

protected:
    Entity entity;

private:
    static std::vector<T> _components;
};

template <class T>
std::vector<T> Component<T>::_components = {};

struct Transform : Component<Transform> {
    struct vec3 {
        float x = 0.f;
        float y = 0.f;
        float z = 0.f;
    };
    vec3 pos;
};

struct MegaSonicAirplane : Component<MegaSonicAirplane> {
    void init() { _transform = add_component<Transform>(); }

    void update(float dt) { _transform->pos.y += speed * dt; }

    Component<Transform> _transform;
    const float speed = 1000.f;
};

/// An airplane that asks whether its transform is there before each access.
struct CarefulAirplane : Component<CarefulAirplane> {
    void init() { _transform = add_component<Transform>(); }

    void update(float dt) {
        if (_transform)
            _transform->pos.y += speed * dt;
    }

    Component<Transform> _transform;
    const float speed = 1000.f;
};

static std::vector<Entity> es;

template <class Airplane>
static void create_one() {
    es.push_back(Entity());
    es.back().add_component<Airplane>();
}

template <class Airplane>
static void create(size_t count) {
    es.reserve(count);
    for (size_t i = 0; i < count; ++i)
        create_one<Airplane>();
}

extern "C" {
void seed_create_one() { create_one<MegaSonicAirplane>(); }

void seed_create(size_t count) { create<MegaSonicAirplane>(count); }

void seed_create_careful(size_t count) { create<CarefulAirplane>(count); }

void seed_update(float dt) { Component<MegaSonicAirplane>::update_components(dt); }

void seed_update_careful(float dt) { Component<CarefulAirplane>::update_components(dt); }

/// Counts the transforms.
size_t seed_count() {
    size_t count = 0;
    for (const Entity& e : es)
        count += bool(e.get_component<Transform>());
    return count;
}

/// Adds up `y` of all transforms.
double seed_sum() {
    double sum = 0.;
    for (const Entity& e : es)
        sum += e.get_component<Transform>()->pos.y;
    return sum;
}
}
