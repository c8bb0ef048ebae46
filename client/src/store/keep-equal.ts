/** Deeper parts are not looked at: what is so deep is taken as it comes. */
const maxDepth = 500

type Parts = Readonly<Record<string, unknown>>

/**
 * `after` as plain data, with the parts of `before` in it that say the same: whoever holds one of those sees
 * that it did not change. `before` itself where all is equal; `after` itself where nothing is.
 * @source DESIGN "Data layer": unchanged fields keep identity
 */
export function keepEqual<Value>(before: unknown, after: Value, depth = 0): Value {
  if (
    before === after ||
    !isParts(before) ||
    !isParts(after) ||
    Array.isArray(before) !== Array.isArray(after) ||
    depth > maxDepth
  )
    return after
  if (Array.isArray(before) && Array.isArray(after)) return keepList(before, after, depth) as Value
  const names = Object.keys(after)
  let kept: Record<string, unknown> | undefined
  let isSame = true
  for (const name of names) {
    const is = after[name]
    if (is === before[name] && is !== undefined) continue
    // What is only inherited is no part: `__proto__` can be the name of one.
    const was = Object.hasOwn(before, name) ? before[name] : none
    const part = keepEqual(was, is, depth + 1)
    if (part !== is) (kept ??= { ...after })[name] = part
    isSame &&= part === was
  }
  return (isSame && names.length === Object.keys(before).length ? before : (kept ?? after)) as Value
}

/** By their places: the names of the places of a long list take longer than all else. */
function keepList(before: readonly unknown[], after: readonly unknown[], depth: number): readonly unknown[] {
  let kept: unknown[] | undefined
  let isSame = before.length === after.length
  for (const [at, is] of after.entries()) {
    const was = at < before.length ? before[at] : none
    if (is === was) continue
    const part = keepEqual(was, is, depth + 1)
    if (part !== is) (kept ??= [...after])[at] = part
    isSame &&= part === was
  }
  return isSame ? before : (kept ?? after)
}

const none = Symbol('none')

function isParts(value: unknown): value is Parts {
  if (typeof value !== 'object' || value === null) return false
  const made: unknown = Object.getPrototypeOf(value)
  return made === Object.prototype || Array.isArray(value) || made === null
}
