// JSON, with exact whole numbers.

function parse(text) {
  return JSON.parse(text, (key, value, context) => {
    const exact = typeof value === "number" && !Number.isSafeInteger(value) && context?.source;
    return exact && /^-?\d+$/.test(exact) ? BigInt(exact) : value;
  });
}

function toJson(value) {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(toJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${toJson(inner)}`);
  return `{${fields.join(", ")}}`;
}

function isJson(text) {
  try { parse(text); return true; } catch { return false; }
}

/** What a place of the value is called: a JSON pointer. */
const pointer = (at, key) => `${at}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The fewest digits that give the same number, also where it was an `f32`. */
function digits(number) {
  if (Number.isInteger(number) || Math.fround(number) !== number) return String(number);
  for (let precision = 1; precision < 9; precision += 1) {
    const short = Number(number.toPrecision(precision));
    if (Math.fround(short) === number) return String(short);
  }
  return String(number);
}

/** At most seven digits, for a number that is looked at. */
function short(number) {
  return Number.isInteger(number) ? String(number) : digits(Number(number.toPrecision(7)));
}
