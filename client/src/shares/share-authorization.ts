/**
 * What proves the password of a share: no user name, in UTF-8; undefined without a password.
 * @source portal §6; wire facts "Carts"
 */
export function shareAuthorization(password: string | undefined): string | undefined {
  return password === undefined
    ? undefined
    : `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`:${password}`)))}`
}
