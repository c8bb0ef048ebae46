/** Accounts that one request brings. */
export const accountPage = 50
