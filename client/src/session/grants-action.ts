/**
 * Whether grants, written `resource/action`, cover an action; `*` stands for every resource or every action.
 */
export function grantsAction(grants: readonly string[], wanted: string): boolean {
  const [resource, action] = wanted.split('/')
  return grants.some((grant) => {
    const [onResource, ofAction] = grant.split('/')
    return (onResource === '*' || onResource === resource) && (ofAction === '*' || ofAction === action)
  })
}
