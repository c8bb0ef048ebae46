import { useClient } from '@cartouche/react'
import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArchiveOff,
  IconClock,
  IconDots,
  IconExternalLink,
  IconEyeOff,
  IconForms,
  IconPencil,
  IconShare2,
  IconTrash,
  IconTrashX,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { publicAddress } from '../../components/page-dialogs/page-address.ts'
import { PageStateBadge } from '../../components/page-dialogs/page-state-badge.tsx'
import { errorText } from '../../translations/error-text.ts'
import { ScheduleLines } from './schedule/schedule-lines.tsx'
import { actsOn, type PageAct, type PageRow } from './page-rows.ts'
import classes from './pages.module.css'

const icons: Readonly<Record<PageAct, Icon>> = {
  edit: IconPencil,
  view: IconExternalLink,
  rename: IconForms,
  publish: IconWorld,
  share: IconShare2,
  schedule: IconClock,
  unpublish: IconEyeOff,
  restore: IconArchiveOff,
  discard: IconTrashX,
  delete: IconTrash,
}

interface PageListRowProps {
  readonly row: PageRow
  /** Opens it to be edited; of a published page its working copy. */
  readonly onEdit: () => Promise<void>
  readonly onAct: (act: PageAct) => void
}

/** One page: its name, which opens it, its address, its state, and what can be done with it. */
export function PageListRow({ row, onEdit, onAct }: PageListRowProps) {
  const intl = useIntl()
  const { session } = useClient()
  const [busy, setBusy] = useState(false)
  const { page, copy, state, depth } = row
  const acts = actsOn(row, (grant) => session.can(grant))
  const edit = async (): Promise<void> => {
    setBusy(true)
    try {
      await onEdit()
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
      setBusy(false)
    }
  }
  // A published page has no working copy before somebody wants to change it: that is no link.
  const makesCopy = state === 'published' && acts.includes('edit')
  return (
    <li className={classes.row} style={{ paddingInlineStart: 8 + Math.min(depth, 8) * 20 }}>
      <div className={classes.what}>
        {makesCopy ? (
          <UnstyledButton className={classes.name} disabled={busy} onClick={() => void edit()}>
            {page.name}
          </UnstyledButton>
        ) : (
          <Link to="/pages/$pageId" params={{ pageId: String(copy?.id ?? page.id) }} className={classes.name}>
            {page.name}
          </Link>
        )}
        <Text fz="sm" c="dimmed" className={classes.address}>
          {page.path === '' ? <FormattedMessage id="pages.noAddress" /> : page.path}
        </Text>
        <ScheduleLines ids={[page.id, copy?.id]} />
      </div>
      <div className={classes.facts}>
        {page.public && (
          <Text fz="sm" c="dimmed" component="span">
            <FormattedMessage id="pages.open" />
          </Text>
        )}
        <PageStateBadge state={state} />
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            loading={busy}
            aria-label={intl.formatMessage({ id: 'pages.menu' }, { name: page.name })}
          >
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {acts.map((act) => {
            const ActIcon = icons[act]
            const section = <ActIcon size={16} stroke={1.7} aria-hidden />
            const label = <FormattedMessage id={`pages.act.${act}`} />
            return act === 'view' ? (
              <Menu.Item
                key={act}
                component="a"
                href={publicAddress(page.path)}
                target="_blank"
                leftSection={section}
              >
                {label}
              </Menu.Item>
            ) : (
              <Menu.Item
                key={act}
                leftSection={section}
                {...(act === 'delete' ? { c: 'var(--mantine-color-error)' } : {})}
                onClick={() => (act === 'edit' ? void edit() : onAct(act))}
              >
                {label}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
