//! [`features!`]: makes structs of the list of the features, with a field for each.

/// Makes `WorldParts`, `ColumnParts` and `SpecExtensions` of the names of the features, and of the data of
/// each in a world, in a column and in the declaration of a type.
macro_rules! features {
    ($($(#[$when:meta])* $name:ident: $world:ty, $column:ty $(, $spec:ty)? $(=> $copied:ty)?;)*) => {
        /// The names of the features, in the order of the list.
        pub(crate) const NAMES: &[&str] = &[$($(#[$when])* stringify!($name)),*];

        /// What the features keep in a world.
        #[derive(Default)]
        pub(crate) struct WorldParts {
            $($(#[$when])* $name: $world,)*
        }

        /// The data of features of which each snapshot has a copy, in memory that it uses again.
        #[derive(Default)]
        pub(crate) struct CopiedParts {
            $($($name: $copied,)?)*
        }

        /// What the features keep in a column.
        #[derive(Default)]
        pub(crate) struct ColumnParts {
            $($(#[$when])* $name: $column,)*
        }

        /// The keys of the features in the declaration of a type.
        pub struct SpecExtensions {
            $($(#[doc = concat!("The keys of `", stringify!($name), "`.")] pub $name: $spec,)?)*
        }

        impl SpecExtensions {
            /// A type without keys.
            pub const NONE: Self = Self { $($($name: <$spec as part::SpecExtension>::NONE,)?)* };
        }

        impl WorldParts {
            /// Calls all features at a moment. The calls are static: a feature that does nothing costs
            /// nothing.
            #[inline(always)]
            pub(crate) fn act(&self, core: &WorldCore, moment: Moment) {
                $($(#[$when])* self.$name.act(core, moment);)*
            }

            /// Calls all features in a frame, until one refuses or stops the frame.
            #[inline(always)]
            pub(crate) fn try_act(&self, core: &Rc<WorldCore>, part: FramePart) -> Result<(), UpdateError> {
                $($(#[$when])* self.$name.try_act(core, part)?;)*
                Ok(())
            }

            /// Says whether a frame begins.
            #[inline(always)]
            pub(crate) fn begin_frame(&self, core: &Rc<WorldCore>) -> bool {
                let mut begins = true;
                $($(#[$when])* { begins &= self.$name.begin_frame(core); })*
                begins
            }

            /// Tells all features that a frame has ended.
            #[inline(always)]
            pub(crate) fn end_frame(&self, core: &Rc<WorldCore>) {
                $($(#[$when])* self.$name.end_frame(core);)*
            }

            /// Returns by what the order of passes and systems is shuffled, if it is.
            #[inline(always)]
            pub(crate) fn shuffled(&self) -> Option<Shuffled> {
                let all = [$($(#[$when])* self.$name.shuffled()),*];
                all.into_iter().flatten().next()
            }

            /// Brings the places of an order in another one that the planner allows.
            pub(crate) fn reorder(&self, planner: &Planner, salt: u64, order: &mut Vec<usize>) {
                $($(#[$when])* self.$name.reorder(planner, salt, order);)*
            }

            /// Notes that a component of a type is shown to observers or hidden.
            #[inline]
            pub(crate) fn note_shown(&self, core: &WorldCore, entity: Entity, component: TypeId) {
                $($(#[$when])* self.$name.note_shown(core, entity, component);)*
            }

            /// Notes that an entity gets another parent, or none any more.
            #[inline]
            pub(crate) fn note_relinked(&self, core: &WorldCore, entity: Entity) {
                $($(#[$when])* self.$name.note_relinked(core, entity);)*
            }

            /// Notes that the values of a save are in the world, with singletons of types with these numbers.
            pub(crate) fn note_loaded(&self, singletons: &[u32]) {
                $($(#[$when])* self.$name.note_loaded(singletons);)*
            }

            /// Says whether a type is to stand still now.
            pub(crate) fn stands_still(&self, column: &Column) -> bool {
                let mut is_still = false;
                $($(#[$when])* { is_still |= self.$name.stands_still(column); })*
                is_still
            }

            /// The parts, in the order of the list.
            #[inline(always)]
            pub(crate) fn all(&self) -> [&dyn WorldPart; NAMES.len()] {
                [$($(#[$when])* &self.$name),*]
            }

            /// Copies the data of features of which each snapshot has a copy.
            pub(crate) fn copy(&self, core: &WorldCore, to: &mut CopiedParts) {
                $($(<$copied>::save(&mut to.$name, core);)?)*
            }

            /// Goes back to such a copy.
            pub(crate) fn put_back(&self, core: &WorldCore, from: &CopiedParts) {
                $($(<$copied>::restore(&from.$name, core);)?)*
            }

            /// The same parts, as saves and snapshots know them.
            #[inline(always)]
            pub(crate) fn saved(&self) -> [&dyn saved::SavedPart; NAMES.len()] {
                [$($(#[$when])* &self.$name),*]
            }
        }

        impl ColumnParts {
            /// Notes that a guard or a hook has written to the component of a row.
            #[inline]
            pub(crate) fn note_written(&self, column: &Column, row: u32) {
                $($(#[$when])* self.$name.note_written(column, row);)*
            }

            /// The parts, in the order of the list.
            #[inline(always)]
            pub(crate) fn all(&self) -> [&dyn ColumnPart; NAMES.len()] {
                [$($(#[$when])* &self.$name),*]
            }
        }
    };
}

pub(super) use features;
