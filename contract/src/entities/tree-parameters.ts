import { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import { csv, flag, int } from '../parameters.ts'

/** Levels of a tree in one answer. @source data-layer §9: depth 2 */
export const defaultTreeDepth = 2
/** The deepest that a tree goes. */
export const maxTreeDepth = 32

/**
 * What is asked of a tree beside what is asked of a list. A list of a tree's resource that has one of these
 * is answered as a tree.
 */
export const TreeParameters = z.object({
  /** Levels to answer; 0: as 1, roots without children. */
  depth: int.min(0).max(maxTreeDepth).optional(),
  /** The place of the first root to answer, from 0. */
  from: int.min(0).max(100_000).optional(),
  /** `$treepath` of each hit: its ancestors `[{id, name}, …]`, root first. Always there with `fulltext`. */
  treepath: z.union([z.literal('asc').transform(() => true), flag]).optional(),
  treepathprops: z
    .preprocess(
      (value) => (typeof value === 'string' && value.startsWith('[') ? parseJson(value) : value),
      csv,
    )
    .optional(),
  /** Where paths start: a node's id; -1: at the root. */
  treetop: int.min(-1).optional(),
  /** Match whole words of all searchable fields, in place of a part of the name. */
  keywords: flag.optional(),
  techprops: csv.optional(),
})
