import { useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { AccountsSection } from '../accounts-section.tsx'

/** Loads with its charts, when it is first opened. */
const ApplicationUsage = lazy(async () => ({
  default: (await import('./application-usage.tsx')).ApplicationUsage,
}))

/** The programs that may sign in; or what the one whose `id` is in the address called. */
export function ApplicationsSection() {
  const id = Number(useSearch({ from: '/frame/administration' })['id'])
  return id > 0 ? (
    <ApplicationUsage key={id} id={id} />
  ) : (
    <AccountsSection key="application" kind="application" />
  )
}
