/** Longest comment, in characters. @source decision 0209 */
export const maxCommentLength = 4000
/** People that one comment may name. */
export const maxMentions = 50
/** Comments that an entity may have, replies among them. */
export const maxComments = 1000
/** Where a comment names somebody: `@[12]`, by their id. */
export const mentionPattern = /@\[(\d{1,15})\]/g
