import { liveOf, readsOf, translateSchema } from '@cartouche/client'
import { useConfig, useSession } from '@cartouche/react'
import { Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadPart } from '../connection/load-part.ts'
import { useReadAgainAfterCopies, useRetryWhenUp } from '../connection/use-connection.ts'
import { useJoinedTabs } from '../connection/use-joined-tabs.ts'
import { useIntl } from 'react-intl'
import { AssetActionsProvider } from '../components/asset-actions/asset-actions-provider.tsx'
import { AppFrame } from '../components/frame/app-frame.tsx'
import { navItemsFor, titleAt } from '../components/frame/navigation.ts'
import { usePageTitle } from '../components/page-title/use-page-title.ts'
import { useSayPage } from '../components/spoken/spoken.ts'
import { useConnectError } from './use-connect-error.ts'
import { useSwitchedOff } from './use-switched-off.ts'
import { BusyNotice, isBusy } from '../components/busy-notice/busy-notice.tsx'
import { ErrorBoundary } from '../components/error-view/error-boundary.tsx'
import { UnavailableScreen } from '../components/unavailable-screen/unavailable-screen.tsx'
import { languageOf, type Language } from '../translations/languages.ts'
import { useLanguage, useLanguageOfOtherTabs } from '../translations/translations.tsx'
import { client } from '../connection/client.ts'
import { brand } from '../theme/brand.ts'

const Commands = lazy(async () => ({
  default: (await loadPart(() => import('../components/frame/commands.tsx'))).Commands,
}))
const ShortcutsDialog = lazy(async () => ({
  default: (await loadPart(() => import('../components/frame/shortcuts-dialog.tsx'))).ShortcutsDialog,
}))
const NotificationBell = lazy(async () => ({
  default: (await loadPart(() => import('../components/notification-bell/notification-bell.tsx')))
    .NotificationBell,
}))
const DownloadsTray = lazy(async () => ({
  default: (await loadPart(() => import('../downloads/downloads-tray.tsx'))).DownloadsTray,
}))

/**
 * The frame around the rooms of a signed-in person: asks for a sign-in first, keeps the place to return to.
 */
export function FrameLayout() {
  useJoinedTabs()
  const session = useSession()
  const { setLanguage } = useLanguage()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const config = useConfig().data
  const intl = useIntl()
  const titleId = titleAt(path)
  const title = titleId && intl.formatMessage({ id: titleId })
  usePageTitle(title)
  useSayPage(title)
  const [opened, setOpened] = useState<'commands' | 'shortcuts' | null>(null)
  const [leaving, setLeaving] = useState(false)
  const closed = useSwitchedOff()
  const error = useConnectError(session)
  useHotkeys([['mod+K', () => setOpened('commands')]], [])
  // Where `?` lies differs between keyboards: with Shift on most.
  useHotkeys([
    ['shift+?', () => setOpened('shortcuts')],
    ['?', () => setOpened('shortcuts')],
  ])

  // The language goes with the person: what they chose on another device holds here too.
  const locale = session.user?.locale
  useEffect(() => {
    if (locale !== undefined) setLanguage(languageOf(locale))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the profile's language alone
  }, [locale])

  const changeLanguage = (language: Language): void => {
    setLanguage(language)
    // Names of fields and values come in the reader's language: what was read is read again.
    void readAgain(client.session.changeLocale(language))
  }
  useLanguageOfOtherTabs(changeLanguage)
  // A session that could not be renewed while the server was away is taken up again.
  useRetryWhenUp(session.error, () => void client.session.connect())
  useReadAgainAfterCopies(() => void readAgain())
  const signOut = (): void => {
    setLeaving(true)
    client.session.signOut().then(
      (continueAt) => {
        if (continueAt !== undefined) window.location.assign(continueAt)
      },
      () => setLeaving(false),
    )
  }
  if (session.status === 'unknown') return null
  if (session.user === null && session.status === 'fetching' && error === null) return null
  if (session.user === null && isBusy(error))
    return (
      <Stack component="main" p="xl" maw={720} mx="auto">
        <BusyNotice error={error} onRetry={() => void client.session.connect()} />
      </Stack>
    )
  if (session.user === null && error !== null) {
    return (
      <UnavailableScreen onRetry={() => void client.session.connect()} onReset={() => void resetSession()} />
    )
  }
  if (session.user === null || !session.connected)
    return <ToSignIn ended={session.status === 'invalid' || session.connectionExpired} returns={!leaving} />
  if (closed !== null)
    return (
      <UnavailableScreen
        message={closed.message}
        onRetry={closed.retry}
        onReset={() => void resetSession()}
      />
    )
  const items = navItemsFor(client.session.can, session.user.grants)
  return (
    <AssetActionsProvider>
      <AppFrame
        items={items}
        user={session.user}
        organisation={config?.organisation ?? brand.appName}
        tools={
          // As wide as what comes: the search box stays where it is.
          <Suspense fallback={<div style={{ width: 76 }} />}>
            <DownloadsTray />
            <NotificationBell />
          </Suspense>
        }
        skipsTo={path.startsWith('/browse') ? 'results' : 'main'}
        onSignOut={signOut}
        onLanguage={changeLanguage}
        onShortcuts={() => setOpened('shortcuts')}
      >
        <ErrorBoundary resetKey={path}>
          <Outlet />
        </ErrorBoundary>
        <Suspense>
          {opened === 'commands' && (
            <Commands items={items} onLanguage={changeLanguage} onClose={() => setOpened(null)} />
          )}
          {opened === 'shortcuts' && <ShortcutsDialog opened onClose={() => setOpened(null)} />}
        </Suspense>
      </AppFrame>
    </AssetActionsProvider>
  )
}

async function readAgain(changed: Promise<void> = Promise.resolve()): Promise<void> {
  await changed.catch(() => undefined)
  readsOf(client).invalidate()
  liveOf(client).retryNow()
  // The list asks by its fields: they come first.
  await Promise.allSettled(client.schemas.paths().map((path) => translateSchema(client, path)))
  await client.cursors.refresh('browse').catch(() => undefined)
}

/**
 * Goes to the sign-in, once. Whose session ended goes on where they were; whoever signs out has nowhere to
 * return to.
 */
function ToSignIn({ ended, returns }: { readonly ended: boolean; readonly returns: boolean }) {
  const router = useRouter()
  useEffect(() => {
    const { href } = router.state.location
    const search = returns ? { ...(href === '/' ? {} : { to: href }), ...(ended ? { ended: '1' } : {}) } : {}
    void router.navigate({ to: '/sign-in', search, replace: true })
    // Where the person is now, not where this navigation leads.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return null
}

/** Signs out and starts again, also where the server does not answer. @source portal §2 */
async function resetSession(): Promise<void> {
  // Only a session that is known can be ended, and the server may answer again by now: else the next page
  // would find it alive.
  if (!client.session.get().connected) await client.session.connect().catch(() => undefined)
  const continueAt = await client.session.signOut().catch(() => undefined)
  window.location.assign(continueAt ?? '/')
}
