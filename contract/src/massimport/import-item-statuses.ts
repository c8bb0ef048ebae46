/**
 * Statuses of an import item, by id: uploaded and waiting, being inspected, ready to validate, broken,
 * validated into an asset, validation under way.
 */
export const importItemStatuses = {
  waiting: 1,
  analyzing: 2,
  ready: 3,
  broken: 4,
  validating: 5,
  validated: 6,
} as const
export type ImportItemStatus = keyof typeof importItemStatuses
