/**
 * The library that makes and checks what passkeys answer. Loaded when somebody uses one: with what it needs
 * it was a tenth of all modules that a server starts with (2026-11).
 */
export const loadWebauthn = () => import('@simplewebauthn/server')
