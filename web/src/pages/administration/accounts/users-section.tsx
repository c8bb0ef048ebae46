import { AccountsSection } from './accounts-section.tsx'

/** The people who may sign in. */
export function UsersSection() {
  return <AccountsSection key="user" kind="user" />
}
