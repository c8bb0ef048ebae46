/** Failures of trees, by code. @source data-layer §8 */
export const treeErrors = {
  tree_incomplete: 'Cannot register a tree without a name or without path',
  tree_nameless: 'Unknown tree',
  tree_unknown: 'Unknown tree {name}',
  tree_exists: 'Tree {name} already exists',
  tree_missing: '{path} is not a tree',
} as const
