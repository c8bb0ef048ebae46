import { ApiError, isApiError, readsOf, calls, type Failure } from '@cartouche/client'
import { useCan, useClient, useConfig, useReadable } from '@cartouche/react'
import { Button, Group, Progress, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { takeLostFocus } from '../../components/empty-state/take-lost-focus.ts'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { ChoosePicture } from '../../components/similar-pictures/choose-picture.tsx'
import {
  pictureSearchOf,
  type PictureSearch,
  type PictureSearches,
} from '../../components/similar-pictures/picture-search.ts'
import { NoPermission } from '../../components/no-permission/no-permission.tsx'
import { errorText } from '../../translations/error-text.ts'
import { OpenedSimilar } from './opened-similar.tsx'
import { Refused } from './refused.tsx'
import { SentPicture } from './sent-picture.tsx'
import { writeSimilarAddress } from './similar-address.ts'
import { SimilarFound } from './similar-found.tsx'
import { SimilarSkeletons } from './similar-list.tsx'
import { useSimilarAssets, type SimilarPictures } from './use-similar.ts'
import classes from './similar.module.css'

const address = writeSimilarAddress({ to: null, byPicture: true })

/** The pictures that look like one that was chosen or dropped; without one, it is asked for. */
export function SimilarToPicture() {
  const intl = useIntl()
  const client = useClient()
  const searches = pictureSearchOf(client)
  const search = useReadable(searches)
  const { status, picture, found, error } = search
  const assets = useSimilarAssets(status === 'found' ? found : undefined)
  const { data: config } = useConfig()
  const isAllowed = useCan('asset/reverseSearch')
  if (config?.features.reverseSearch === false)
    return <Refused text={errorText(intl, new ApiError('reverse_search_off'))} />
  if (!isAllowed) return <NoPermission what={<FormattedMessage id="noPermission.similar" />} />
  if (picture === null)
    return (
      <>
        <AnotherPicture
          isPage
          text={<FormattedMessage id="similar.picture.choose" />}
          label={<FormattedMessage id="similar.picture.chooseAction" />}
        />
        <OpenedSimilar search={address} pictures={[]} />
      </>
    )
  const asksForAnother = status === 'failed' || (status === 'found' && found.length === 0)
  return (
    <div className={classes.page}>
      <Head picture={picture} canChange={!asksForAnother} isRefused={isAboutPicture(error)} />
      <VisuallyHidden component="output">{statusText(intl, search)}</VisuallyHidden>
      <div className={classes.scroller} aria-busy={isRunning(status)}>
        {status === 'found' ? (
          <Found assets={assets} />
        ) : (
          <Unfound search={search} picture={picture} searches={searches} />
        )}
      </div>
      <OpenedSimilar search={address} pictures={assets.pictures} />
    </div>
  )
}

/** What is read aloud of a search; the number of hits is read with them. */
function statusText(intl: IntlShape, { status, found, error }: PictureSearch): string {
  if (status === 'failed') return isAboutPicture(error) ? errorText(intl, error) : ''
  if (status === 'stopped') return intl.formatMessage({ id: 'similar.picture.stopped' })
  if (isRunning(status)) return intl.formatMessage({ id: 'similar.picture.searching' })
  return status === 'found' && found.length === 0 ? intl.formatMessage({ id: 'similar.none' }) : ''
}

const isAboutPicture = (error: Failure | null): boolean =>
  isApiError(error) && /^(picture|upload)_/.test(error.code)

const isRunning = (status: PictureSearch['status']) => status === 'sending' || status === 'searching'

function Found({ assets: { pictures, error } }: { readonly assets: SimilarPictures }) {
  const client = useClient()
  if (error !== null && pictures === undefined)
    return <ErrorViewOf error={error} onRetry={() => readsOf(client).invalidate(calls.findEntities)} />
  return (
    <SimilarFound
      pictures={pictures}
      search={address}
      none={
        <AnotherPicture
          text={<FormattedMessage id="similar.none" />}
          label={<FormattedMessage id="similar.picture.another" />}
        />
      }
    />
  )
}

interface UnfoundProps {
  readonly search: PictureSearch
  readonly picture: File
  readonly searches: PictureSearches
}

/** A search that has found nothing yet: it is under way, stopped, or failed. */
function Unfound({ search: { status, sentPercent, error }, picture, searches }: UnfoundProps) {
  const again = (): void => void searches.search(picture)
  if (status === 'failed') return <Failed error={error} onRetry={again} />
  if (status === 'stopped')
    return (
      <EmptyState
        takesFocus
        text={<FormattedMessage id="similar.picture.stopped" />}
        label={<FormattedMessage id="similar.picture.again" />}
        onAction={again}
      />
    )
  return (
    <>
      <Running percent={status === 'sending' ? sentPercent : null} onStop={searches.stop} />
      <SimilarSkeletons />
    </>
  )
}

interface HeadProps {
  readonly picture: File
  readonly canChange: boolean
  /** Nothing can look like it. */
  readonly isRefused: boolean
}

/** The picture that is searched by. */
function Head({ picture, canChange, isRefused }: HeadProps) {
  return (
    <header className={classes.head}>
      <SentPicture picture={picture} />
      <div className={classes.what}>
        <Title order={1} fz="lg">
          <FormattedMessage id="similar.title" />
        </Title>
        <Text fz="sm" c="dimmed" lineClamp={2} className={classes.of}>
          {isRefused ? picture.name : <FormattedMessage id="similar.to" values={{ name: picture.name }} />}
        </Text>
      </div>
      {canChange && (
        <div className={classes.acts}>
          <ChoosePicture>
            {(open) => (
              <Button variant="default" onClick={open}>
                <FormattedMessage id="similar.picture.another" />
              </Button>
            )}
          </ChoosePicture>
        </div>
      )}
    </header>
  )
}

/** How far the search is. `percent`: of what is to be sent; null when all of it was. */
function Running({ percent, onStop }: { readonly percent: number | null; readonly onStop: () => void }) {
  const intl = useIntl()
  const value = percent === null ? '' : intl.formatNumber(percent / 100, { style: 'percent' })
  const text =
    percent === null
      ? intl.formatMessage({ id: 'similar.picture.searching' })
      : intl.formatMessage({ id: 'similar.picture.sending' }, { percent: value })
  return (
    <Group gap="md" wrap="nowrap" mb="md">
      <div className={classes.progress}>
        <Text fz="sm" c="dimmed" mb={4} aria-hidden>
          {text}
        </Text>
        <Progress.Root
          size="sm"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw their own bar for the tag
          role="progressbar"
          aria-label={intl.formatMessage({ id: 'similar.picture.button' })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent ?? undefined}
          aria-valuetext={text}
        >
          <Progress.Section value={percent ?? 100} animated={percent === null} withAria={false} />
        </Progress.Root>
      </div>
      <Button ref={takeLostFocus} variant="default" onClick={onStop}>
        <FormattedMessage id="action.cancel" />
      </Button>
    </Group>
  )
}

/** A failure of the picture asks for another one; any other can be tried again. */
function Failed({ error, onRetry }: { readonly error: Failure | null; readonly onRetry: () => void }) {
  const intl = useIntl()
  if (isAboutPicture(error))
    return (
      <AnotherPicture
        text={errorText(intl, error)}
        label={<FormattedMessage id="similar.picture.another" />}
      />
    )
  if (isApiError(error, 'access_denied'))
    return <NoPermission what={<FormattedMessage id="noPermission.similar" />} />
  if (isApiError(error, 'reverse_search_off')) return <Refused text={errorText(intl, error)} />
  if (isApiError(error, 'too_many_guesses'))
    return (
      <EmptyState
        takesFocus
        text={errorText(intl, error)}
        label={<FormattedMessage id="similar.picture.again" />}
        onAction={onRetry}
      />
    )
  return <ErrorViewOf error={error} onRetry={onRetry} />
}

function AnotherPicture({
  text,
  label,
  isPage = false,
}: {
  readonly text: ReactNode
  readonly label: ReactNode
  readonly isPage?: boolean
}) {
  return (
    <ChoosePicture>
      {(open) => (
        <EmptyState takesFocus={!isPage} isPage={isPage} text={text} label={label} onAction={open} />
      )}
    </ChoosePicture>
  )
}
