/** Failures of drafts, by code. @source data-layer §8 */
export const draftErrors = { draft_saving: 'The draft of {key} is being saved already' } as const
