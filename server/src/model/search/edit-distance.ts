/**
 * How many slips of the keys lie between two words: a letter too many, one too few, another one, or two that
 * changed places. More than `most` is answered as `most + 1`, at less cost.
 * @source optimal string alignment distance (Damerau 1964, in its restricted form)
 */
export function editDistance(a: string, b: string, most: number): number {
  const [from, to] = [Array.from(a), Array.from(b)]
  if (Math.abs(from.length - to.length) > most) return most + 1
  let [before, last]: [number[], number[]] = [[], to.map((_letter, at) => at).concat(to.length)]
  for (const [row, letter] of from.entries()) {
    const present = [row + 1]
    for (const [column, other] of to.entries()) {
      const kept = (last[column] ?? 0) + Number(letter !== other)
      const swapped =
        letter === to[column - 1] && other === from[row - 1] ? (before[column - 1] ?? 0) + 1 : kept
      present.push(Math.min(kept, swapped, (last[column + 1] ?? 0) + 1, (present[column] ?? 0) + 1))
    }
    if (Math.min(...present) > most) return most + 1
    before = last
    last = present
  }
  return Math.min(most + 1, last[to.length] ?? 0)
}
