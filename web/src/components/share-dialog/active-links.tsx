import type { Share } from '@cartouche/contract'
import { calls, readsOf, sharesOf } from '@cartouche/client'
import { useCartShares, useClient, useRead } from '@cartouche/react'
import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSearch } from '@tanstack/react-router'
import { IconChevronDown, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { errorText } from '../../translations/error-text.ts'
import { FactLine } from '../../theme/fact-line.tsx'
import { CopyLink, RevokeLink } from './link-buttons.tsx'
import { LinkRequests } from './link-requests.tsx'
import { ReceivedFiles } from './received-files.tsx'
import { ShareVisits } from './share-visits.tsx'
import classes from './share-dialog.module.css'

/** The active links of a cart: until when, how often opened; each is copied or ended by one click. */
export function ActiveLinks({ cartId }: { readonly cartId: number }) {
  const client = useClient()
  const { shares, status } = useCartShares(cartId)
  if (shares.length === 0 && status === 'error') {
    return (
      <Group gap="sm">
        <Text fz="sm">
          <FormattedMessage id="shareDialog.failed" />
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            void sharesOf(client)
              .fetchShares(cartId)
              .catch(() => undefined)
          }
        >
          <FormattedMessage id="action.retry" />
        </Button>
      </Group>
    )
  }
  if (shares.length === 0)
    return status === 'loaded' ? (
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="shareDialog.none" />
      </Text>
    ) : (
      <Skeleton height={48} />
    )
  return (
    <ul className={classes.links}>
      {shares.map((share, at) => (
        <ActiveLink key={share.id} cartId={cartId} share={share} isFirst={at === 0} />
      ))}
    </ul>
  )
}

/**
 * Links that ended within the last 90 days, with who opened them, where there are any: shown when somebody
 * asks; at once where somebody waits for another one.
 */
export function EndedLinks({ cartId }: { readonly cartId: number }) {
  const [opened, setOpened] = useState(useSearch({ strict: false }).links !== undefined)
  const { data } = useRead(calls.listShares, { id: cartId, ended: true }, { freshMs: 0 })
  if (!opened && !data?.some(hasEnded)) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        mt="sm"
        className={classes.ended}
        rightSection={<IconChevronDown size={14} stroke={1.7} className={classes.chevron} aria-hidden />}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <FormattedMessage id="shareDialog.ended" />
      </Button>
      {opened && <EndedList cartId={cartId} />}
    </>
  )
}

function EndedList({ cartId }: { readonly cartId: number }) {
  const client = useClient()
  const { data } = useRead(calls.listShares, { id: cartId, ended: true }, { freshMs: 0 })
  const { shares, status } = useCartShares(cartId)
  // Of a dialog that opens here, the first active link has the focus, where there is one.
  const isKnown = shares.length > 0 || status === 'loaded' || status === 'error'
  const ended = data?.filter(hasEnded)
  if (ended === undefined || !isKnown) return <Skeleton height={48} />
  if (ended.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="shareDialog.ended.none" />
      </Text>
    )
  return (
    <ul className={classes.links}>
      {ended.map((share) => (
        <EndedLink
          key={share.id}
          cartId={cartId}
          share={share}
          onAnswered={() => readsOf(client).invalidate(calls.listShares)}
        />
      ))}
    </ul>
  )
}

function hasEnded({ state }: Share): boolean {
  return state === 'expired' || state === 'recalled'
}

function EndedLink({
  cartId,
  share,
  onAnswered,
}: {
  readonly cartId: number
  readonly share: Share
  readonly onAnswered: () => void
}) {
  const intl = useIntl()
  return (
    <li className={classes.link} data-ended>
      <div className={classes.text}>
        <Text fw={550} className={classes.name} title={share.name}>
          {share.name}
        </Text>
        <FactLine
          facts={[intl.formatMessage({ id: `shareDialog.state.${share.state}` }), openedText(intl, share)]}
        />
        <ReceivedFiles share={share} />
      </div>
      <LinkRequests cartId={cartId} share={share} onAnswered={onAnswered} />
      <VisitsToggle cartId={cartId} share={share} />
    </li>
  )
}

/** Opens the log of a link below it. */
function VisitsToggle({ cartId, share }: { readonly cartId: number; readonly share: Share }) {
  const intl = useIntl()
  const [opened, setOpened] = useState(false)
  const label = intl.formatMessage({ id: 'shareDialog.visits' }, { name: share.name })
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          size={32}
          color="gray"
          variant={opened ? 'light' : 'subtle'}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          aria-label={label}
        >
          <IconHistory size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {opened && (
        <div className={classes.log}>
          <ShareVisits cartId={cartId} shareId={share.id} />
        </div>
      )}
    </>
  )
}

function openedText(intl: IntlShape, { opened, lastOpenedAt }: Share): string {
  return intl.formatMessage(
    { id: 'shareDialog.opened' },
    {
      count: opened,
      date:
        lastOpenedAt === null
          ? ''
          : intl.formatDate(lastOpenedAt, { dateStyle: 'medium', timeStyle: 'short' }),
    },
  )
}

/** The files that a link gives, where they are not all. */
function GivenFiles({ share: { profiles } }: { readonly share: Share }) {
  const intl = useIntl()
  const { data } = useRead(calls.listDownloadProfiles, {})
  if (profiles === null || data === undefined || data === null) return null
  const names = profiles.map((code) => data.find((one) => one.code === code)?.name ?? code)
  return (
    <Text fz="sm" c="dimmed">
      <FormattedMessage
        id="shareDialog.files.given"
        values={{ files: intl.formatList(names, { type: 'unit' }) }}
      />
    </Text>
  )
}

function ActiveLink({
  cartId,
  share,
  isFirst,
}: {
  readonly cartId: number
  readonly share: Share
  readonly isFirst: boolean
}) {
  const intl = useIntl()
  const client = useClient()
  const shares = sharesOf(client)
  const [busy, setBusy] = useState(false)
  const end = (): void => {
    setBusy(true)
    shares.revokeShare(cartId, share.id).then(
      () => {
        readsOf(client).invalidate(calls.listShares)
        notifications.show({
          message: intl.formatMessage({ id: 'shareDialog.revoked' }, { name: share.name }),
        })
      },
      (error: unknown) => {
        setBusy(false)
        notifications.show({ color: 'red', message: errorText(intl, error) })
      },
    )
  }
  const facts = [
    intl.formatMessage(
      { id: 'shareDialog.ends' },
      { date: intl.formatDate(share.expires, { dateStyle: 'medium' }) },
    ),
    openedText(intl, share),
    ...(share.maxUses === null
      ? []
      : [intl.formatMessage({ id: 'shareDialog.uses' }, { uses: share.uses, max: share.maxUses })]),
    ...(share.hasPassword ? [intl.formatMessage({ id: 'shareDialog.withPassword' })] : []),
  ]
  return (
    <li className={classes.link}>
      <div className={classes.text}>
        <a href={share.url} target="_blank" rel="noreferrer" className={classes.name} title={share.name}>
          {share.name}
        </a>
        <FactLine facts={facts} />
        <Text fz="sm" c="dimmed">
          {share.mode === 'zip' ? (
            <FormattedMessage id="shareDialog.mode.zip" />
          ) : (
            <FormattedMessage
              id="shareDialog.can"
              values={{
                actions: intl.formatList(
                  share.actions.map((action) => intl.formatMessage({ id: `shareDialog.action.${action}` })),
                ),
              }}
            />
          )}
        </Text>
        <GivenFiles share={share} />
        <ReceivedFiles share={share} />
        {share.state === 'usedUp' && (
          <Text fz="sm" fw={600} mt={4}>
            <FormattedMessage id="shareDialog.state.usedUp" />
          </Text>
        )}
      </div>
      <CopyLink url={share.url} isFirst={isFirst} />
      <VisitsToggle cartId={cartId} share={share} />
      <RevokeLink
        label={intl.formatMessage({ id: 'shareDialog.revokeNamed' }, { name: share.name })}
        hint="shareDialog.revoke.hint"
        busy={busy}
        onClick={end}
      />
      <LinkRequests cartId={cartId} share={share} onAnswered={() => void shares.fetchShares(cartId)} />
    </li>
  )
}
