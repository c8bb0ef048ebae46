import type { Asset } from '@cartouche/client'
import {
  Button,
  CloseButton,
  Group,
  NumberInput,
  SegmentedControl,
  Skeleton,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { IconClock, IconFileText, IconMapPin } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentThread } from './comment-thread.tsx'
import { useCommentsState, type CommentsState } from './comments-context.ts'
import { PlaceText } from './place-text.tsx'
import { isOpen } from './threads-of.ts'
import sections from '../asset-details/asset-details.module.css'
import classes from './comments.module.css'

/**
 * The comments of an asset, for people who can read them. `before`: what is asked of a visitor in the place
 * of the field.
 */
export function AssetComments({ asset, ...props }: Asked & { readonly asset: Asset }) {
  const state = useCommentsState()
  return state && state.assetId === asset.id ? <Section asset={asset} state={state} {...props} /> : null
}

interface Asked {
  readonly before?: ReactNode
  /** Whether the field takes the focus when it comes. */
  readonly takesFocus?: boolean
}

interface SectionProps {
  readonly asset: Asset
  readonly state: CommentsState
}

function Section({ asset, state, before, takesFocus = false }: SectionProps & Asked) {
  const intl = useIntl()
  const { comments, isVisitor, snapshot, threads, active, place, setPlace } = state
  const [shown, setShown] = useState<'open' | 'all'>('open')
  const open = threads.filter(isOpen)
  const listed = threads.filter((thread) => shown === 'all' || isOpen(thread) || thread.first.id === active)
  return (
    <section className={sections.section} aria-labelledby="comments-heading">
      <Group justify="space-between" mb={8} wrap="nowrap">
        <h3 id="comments-heading" className={sections.heading} style={{ margin: 0 }}>
          <FormattedMessage id="comments.title" values={{ count: open.length }} />
        </h3>
        {threads.length > open.length && (
          <SegmentedControl
            size="xs"
            aria-label={intl.formatMessage({ id: 'comments.filter' })}
            value={shown}
            onChange={(value) => setShown(value as 'open' | 'all')}
            data={[
              { value: 'open', label: intl.formatMessage({ id: 'comments.filter.open' }) },
              { value: 'all', label: intl.formatMessage({ id: 'comments.filter.all' }) },
            ]}
          />
        )}
      </Group>
      <VisuallyHidden component="output">
        {snapshot.hasData
          ? intl.formatMessage({ id: 'comments.count' }, { count: snapshot.comments.length })
          : ''}
      </VisuallyHidden>
      {!snapshot.hasData && snapshot.status === 'error' ? (
        <Text fz="sm" role="alert">
          {errorText(intl, snapshot.error)}
        </Text>
      ) : !snapshot.hasData ? (
        <Skeleton h={32} />
      ) : (
        <>
          {listed.length > 0 && (
            <ul className={classes.threads}>
              {listed.map((thread) => (
                <CommentThread key={thread.first.id} thread={thread} state={state} />
              ))}
            </ul>
          )}
          {listed.length === 0 && !snapshot.mayComment && (
            <Text fz="sm" c="dimmed">
              <FormattedMessage id="comments.none" />
            </Text>
          )}
          {before}
          {snapshot.mayComment && !before && (
            <CommentForm
              state={state}
              draftKey={`new/${asset.id}`}
              label={intl.formatMessage({ id: isVisitor ? 'comments.write.plain' : 'comments.write' })}
              submit={<FormattedMessage id="comments.send" />}
              takesFocus={takesFocus}
              focusOn={place?.x === undefined ? null : place}
              about={<AboutPlace asset={asset} state={state} key={place === null ? 'none' : 'place'} />}
              onSubmit={async (text, mentions) => {
                const at = place ?? undefined
                setPlace(null)
                try {
                  await comments.add('asset', asset.id, { text, mentions, place: at })
                } catch (error) {
                  setPlace(at ?? null)
                  throw error
                }
              }}
            />
          )}
        </>
      )}
    </section>
  )
}

const withPoint = new Set(['IMAGE', 'DOCUMENT'])
const withTime = new Set(['VIDEO', 'AUDIO'])

/** Where the next comment stands, or how to say so. */
function AboutPlace({
  asset,
  state: { place, setPlace, hasPicture, isPlacing, setPlacing, player, reader },
}: SectionProps) {
  const intl = useIntl()
  const nature = natureOf(asset) ?? ''
  if (place !== null)
    return (
      <Group gap={6} mb={6}>
        <Text fz="xs" fw={600}>
          <PlaceText place={place} pin={null} />
        </Text>
        {place.page !== undefined && (
          <NumberInput
            size="xs"
            w={90}
            min={1}
            max={100_000}
            aria-label={intl.formatMessage({ id: 'comments.page.label' })}
            value={place.page}
            onChange={(value) => setPlace({ ...place, page: Math.max(1, Number(value) || 1) })}
          />
        )}
        <CloseButton
          size="sm"
          aria-label={intl.formatMessage({ id: 'comments.place.remove' })}
          onClick={() => setPlace(null)}
        />
      </Group>
    )
  return (
    <Group gap={6} mb={6}>
      {withPoint.has(nature) && hasPicture && (
        <Button
          size="compact-xs"
          variant={isPlacing ? 'filled' : 'default'}
          aria-pressed={isPlacing}
          aria-keyshortcuts="k"
          leftSection={<IconMapPin size={14} stroke={1.7} aria-hidden />}
          onClick={() => setPlacing(!isPlacing)}
        >
          <FormattedMessage id="comments.setPlace" />
        </Button>
      )}
      {reader && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconFileText size={14} stroke={1.7} aria-hidden />}
          onClick={() => setPlace({ page: reader.page() })}
        >
          <FormattedMessage id="comments.setPage" />
        </Button>
      )}
      {withTime.has(nature) && player && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconClock size={14} stroke={1.7} aria-hidden />}
          onClick={() => setPlace({ timeMs: Math.round(player.now()) })}
        >
          <FormattedMessage id="comments.setTime" />
        </Button>
      )}
    </Group>
  )
}
