import { isApiError, sharesOf } from '@cartouche/client'
import { useClient, useShare } from '@cartouche/react'
import { Button, Loader, Text, Title } from '@mantine/core'
import { useDidUpdate, useDocumentTitle } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSayPage } from '../../components/spoken/spoken.ts'
import { BusyNotice, isBusy } from '../../components/busy-notice/busy-notice.tsx'
import { loadPart } from '../../connection/load-part.ts'
import { errorText } from '../../translations/error-text.ts'
import { useLanguage } from '../../translations/translations.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { CalmPage } from './calm-page.tsx'
import { PasswordForm } from './password-form.tsx'

const SharedCart = lazy(async () => ({
  default: (await loadPart(() => import('./shared-cart.tsx'))).SharedCartView,
}))
const SharedArchive = lazy(async () => ({
  default: (await loadPart(() => import('./shared-archive.tsx'))).SharedArchive,
}))

/**
 * A share as its visitor sees it: no sign-in, no navigation. Asks for the password where there is one, says
 * plainly when the link has ended.
 */
export function SharePage() {
  const { shareId } = useParams({ from: '/s/$shareId' })
  return <Visit key={shareId} shareId={shareId} />
}

/**
 * What a link shows is named in the reader's language by the server: it is read again in another one. A link
 * that is not open shows nothing of it, and keeps why.
 */
function useShareInLanguage(shareId: string): void {
  const client = useClient()
  const { language } = useLanguage()
  useDidUpdate(() => {
    const shares = sharesOf(client)
    const changed = client.session.changeLocale(language).catch(() => undefined)
    void changed.then(async () => {
      if (shares.visits.get(shareId).share !== null) await shares.openShare(shareId)
    })
  }, [client, language, shareId])
}

function Visit({ shareId }: { readonly shareId: string }) {
  const intl = useIntl()
  const shares = sharesOf(useClient())
  const visit = useShare(shareId)
  useShareInLanguage(shareId)
  const { share, status, password, error } = visit
  useDocumentTitle(
    share === null
      ? intl.formatMessage({ id: 'visit.password.open' })
      : `${share.name} · ${share.organisation}`,
  )
  useSayPage(share?.name ?? intl.formatMessage({ id: 'visit.password.open' }))
  if (share !== null)
    return (
      <Suspense fallback={<Opening />}>
        {share.mode === 'zip' ? <SharedArchive share={share} /> : <SharedCart share={share} />}
      </Suspense>
    )
  if (isApiError(error, 'share_not_found')) {
    return (
      <CalmPage>
        <Title order={1}>
          <FormattedMessage id="visit.ended.title" />
        </Title>
        <Text role="alert">
          <FormattedMessage id="visit.ended.text" />
        </Text>
        <AskForLink shareId={shareId} />
      </CalmPage>
    )
  }
  if (isApiError(error, 'share_used_up')) {
    return (
      <CalmPage>
        <Title order={1}>
          <FormattedMessage id="visit.usedUp.title" />
        </Title>
        <Text role="alert">
          <FormattedMessage id="visit.usedUp.text" />
        </Text>
        <AskForLink shareId={shareId} />
      </CalmPage>
    )
  }
  if (isBusy(error))
    return (
      <CalmPage>
        <BusyNotice error={error} onRetry={() => void shares.openShare(shareId)} />
      </CalmPage>
    )
  if (password !== 'none' || isApiError(error, 'too_many_guesses'))
    return (
      <CalmPage>
        <PasswordForm visit={visit} onOpen={(given) => shares.openShare(shareId, given)} />
      </CalmPage>
    )
  if (status !== 'error') return <Opening />
  return (
    <CalmPage>
      <Title order={1}>
        <FormattedMessage id="visit.failed.title" />
      </Title>
      <Text role="alert">{errorText(intl, error)}.</Text>
      <Button onClick={() => void shares.openShare(shareId)}>
        <FormattedMessage id="action.retry" />
      </Button>
    </CalmPage>
  )
}

function Opening() {
  const intl = useIntl()
  return (
    <CalmPage>
      <Loader size="sm" aria-label={intl.formatMessage({ id: 'visit.opening' })} />
    </CalmPage>
  )
}
