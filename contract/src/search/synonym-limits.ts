/** Most synonyms of a library, and most words of one. @source decision 0185 */
export const maxSynonyms = 500
export const maxSynonymWords = 20
