/** Characters before a difference that are shown of what is the same. */
const lead = 30

/** Two texts, cut to what fits so that where they first differ is seen. `max`: characters of each. */
export function excerpts(one: string, other: string, max = 200): readonly [string, string] {
  // by characters, not by halves of them
  const [letters, others] = [Array.from(one), Array.from(other)]
  const same = letters.findIndex((letter, at) => letter !== others[at])
  const differ = same < 0 ? Math.min(letters.length, others.length) : same
  const isLong = letters.length > max || others.length > max
  const from = isLong && differ > 2 * lead ? differ - lead : 0
  const cut = (text: readonly string[]): string => {
    const shown = text.slice(from, from + max).join('')
    return `${from > 0 ? '…' : ''}${shown}${text.length > from + max ? '…' : ''}`
  }
  return [cut(letters), cut(others)]
}
