/** Assets of one request, or decided at once. @source decision 0210 */
export const maxReviewed = 500
/** People who are asked by one request. */
export const maxReviewers = 20
/** Longest note of a request, and longest reason of a decision, in characters. */
export const maxReviewText = 2000
