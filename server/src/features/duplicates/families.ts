/** An asset that may have duplicates. */
export interface Copy {
  readonly id: number
  readonly sha256: string
  /** Of its picture; null where only the same bytes are the same. */
  readonly fingerprintId: number | null
}

/** Two fingerprints of one picture. */
export interface AlikePair {
  readonly one: number
  readonly other: number
  readonly mirrored: boolean
}

/** Assets that hang together, by ascending ids. `mirrored`: those that are the mirror image of the first. */
export interface Family {
  readonly ids: readonly number[]
  readonly mirrored: ReadonlySet<number>
}

/**
 * Two assets of which somebody said that they are different, for a set.
 * @param one the smaller of both ids
 */
export function pairKey(one: number, other: number): string {
  return one < other ? `${one}/${other}` : `${other}/${one}`
}

/**
 * The families among assets: those that hang together by the same bytes or by alike pictures, two or more
 * each, the largest first. Two that are different do not hang together by themselves.
 * @param copies those alone that count: what a reader may not see joins nothing
 * @param different of {@link pairKey}
 */
export function familiesOf(
  copies: readonly Copy[],
  pairs: readonly AlikePair[],
  different: ReadonlySet<string>,
): Family[] {
  const doubted = new Set([...different].flatMap((key) => key.split('/').map(Number)))
  const groups = createGroups(copies.map(({ id }) => id))
  const join = (some: readonly Copy[], others: readonly Copy[], mirrored: boolean): void => {
    for (const [one, other] of edgesOf(some, others, doubted))
      if (one.id !== other.id && !different.has(pairKey(one.id, other.id)))
        groups.join(one.id, other.id, mirrored)
  }
  for (const same of Map.groupBy(copies, ({ sha256 }) => sha256).values())
    if (same.length > 1) join(same, same, false)
  const byPicture = Map.groupBy(copies, ({ fingerprintId }) => fingerprintId)
  for (const { one, other, mirrored } of pairs)
    join(byPicture.get(one) ?? [], byPicture.get(other) ?? [], mirrored)
  return groups
    .list()
    .filter(({ ids }) => ids.length > 1)
    .sort((a, b) => b.ids.length - a.ids.length || (a.ids[0] ?? 0) - (b.ids[0] ?? 0))
}

/**
 * What joins two groups of copies of one picture each: one edge from each to one of the others, as copies of
 * the same bytes hang together anyway; every edge of those that are doubted.
 */
function edgesOf(
  some: readonly Copy[],
  others: readonly Copy[],
  doubted: ReadonlySet<number>,
): [Copy, Copy][] {
  const calm = others.find(({ id }) => !doubted.has(id))
  const all = (ones: readonly Copy[], them: readonly Copy[]) =>
    ones.flatMap((one) => them.map((other): [Copy, Copy] => [one, other]))
  const isDoubted = ({ id }: Copy): boolean => doubted.has(id)
  return [
    ...(calm ? some.filter((one) => !isDoubted(one)).map((one): [Copy, Copy] => [one, calm]) : []),
    ...all(some.filter(isDoubted), others),
    ...all(some, others.filter(isDoubted)),
  ]
}

/** Groups that are joined pair by pair, the smaller to the larger; each node knows whether it is mirrored. */
function createGroups(ids: readonly number[]) {
  const nodes = new Map(ids.map((id) => [id, { parent: id, flipped: false, size: 1 }]))
  const find = (id: number): { readonly root: number; readonly flipped: boolean } => {
    let flipped = false
    let root = id
    for (let node = nodes.get(id); node && node.parent !== root; node = nodes.get(root)) {
      flipped = node.flipped !== flipped
      root = node.parent
    }
    return { root, flipped }
  }
  return {
    join(one: number, other: number, mirrored: boolean): void {
      const [a, b] = [find(one), find(other)]
      const [nodeOfA, nodeOfB] = [nodes.get(a.root), nodes.get(b.root)]
      if (a.root === b.root || !nodeOfA || !nodeOfB) return
      const [above, below] = nodeOfA.size >= nodeOfB.size ? [nodeOfA, nodeOfB] : [nodeOfB, nodeOfA]
      above.size += below.size
      below.parent = above.parent
      below.flipped = (a.flipped !== b.flipped) !== mirrored
    },
    list(): Family[] {
      const found = ids.toSorted((a, b) => a - b).map((id) => ({ id, ...find(id) }))
      return [...Map.groupBy(found, ({ root }) => root).values()].map((members) => ({
        ids: members.map(({ id }) => id),
        mirrored: new Set(
          members.flatMap(({ id, flipped }) => (flipped === members[0]?.flipped ? [] : [id])),
        ),
      }))
    },
  }
}
