import { z } from 'zod'
import { csv, flag, id, int } from '../parameters.ts'

/** Levels of a tree in one answer. @source data-layer §9: depth 2 */
export const defaultTreeDepth = 2
/** The deepest that a tree goes. */
export const maxTreeDepth = 32

/**
 * What is asked of a tree beside what is asked of a list. A list of a tree's resource that has one of these
 * is answered as a tree.
 */
export const TreeParameters = z.object({
  /** Levels to answer. */
  depth: int.min(1).max(maxTreeDepth).optional(),
  /** The node to start below, as in the path. */
  from: id.optional(),
  /** `$treepath` of each hit: `[{id, name}, …]`, root first. Always there with `fulltext`. */
  treepath: flag.optional(),
  treepathprops: csv.optional(),
  /** Where paths start: a node's id; -1: at the root. */
  treetop: int.min(-1).optional(),
  /** Match whole words of all searchable fields, in place of a part of the name. */
  keywords: flag.optional(),
  techprops: csv.optional(),
})
