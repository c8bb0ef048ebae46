/** Workflow statuses of assets, by id. @source portal §3 Asset */
export const assetStatuses = { draft: 1, submitted: 2, published: 6, archived: 9 } as const
/** Ids of the built-in natures. */
export const assetNatures = { IMAGE: 1, VIDEO: 2, AUDIO: 3, DOCUMENT: 4, OTHER: 5 } as const
export type NatureName = keyof typeof assetNatures
/** Workflow actions of assets: from which statuses to which. */
export const assetActions = {
  submit: { from: ['draft'], to: 'submitted' },
  publish: { from: ['draft', 'submitted', 'archived'], to: 'published' },
  reject: { from: ['submitted'], to: 'draft' },
  unpublish: { from: ['published'], to: 'draft' },
  archive: { from: ['draft', 'submitted', 'published'], to: 'archived' },
  restore: { from: ['archived'], to: 'draft' },
} as const satisfies Record<
  string,
  { from: readonly (keyof typeof assetStatuses)[]; to: keyof typeof assetStatuses }
>
export type AssetAction = keyof typeof assetActions
