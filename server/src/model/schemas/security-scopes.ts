/** Scopes that clients ask for unless they say otherwise. @source data-layer §6 */
export const defaultScopes = [
  'insert',
  'objectactions/create',
  'objectactions/multiupdate',
  'objectactions/delete',
  'objectactions/view',
] as const

/** What existing clients call an action of the kernel; the others have its name. */
const actions: Readonly<Record<string, string>> = { insert: 'create', multiupdate: 'update' }

/** The action that a scope (`objectactions/delete`, `insert`) asks for. */
export function actionOfScope(scope: string): string {
  const name = scope.split('/').at(-1) ?? ''
  return Object.hasOwn(actions, name) ? (actions[name] ?? name) : name
}

/**
 * How a scope is called in answers: `insert` is short for `objectdata/insert`.
 * @source wire facts "Schema headers"
 */
export function answeredScope(scope: string): string {
  return scope === 'insert' ? 'objectdata/insert' : scope
}
