import { AccountsSection } from './accounts-section.tsx'

/** The people who may sign in. */
export function UsersSection() {
  return <AccountsSection key="user" kind="user" />
}

/** The programs that may sign in. */
export function ApplicationsSection() {
  return <AccountsSection key="application" kind="application" />
}
