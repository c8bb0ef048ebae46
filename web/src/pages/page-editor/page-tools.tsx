import type { Page } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { ActionIcon, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconClock, IconDots, IconExternalLink, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { publicAddress } from '../../components/page-dialogs/page-address.ts'
import { PageLinksDialog } from '../../components/page-links/page-links-dialog.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import { actsOn, stateOf, type PageRow } from '../pages/page-rows.ts'
import { ScheduleDialog } from '../pages/schedule/schedule-dialog.tsx'
import { useScheduleTargets } from '../pages/schedule/use-schedule-targets.ts'
import { IconTool } from './icon-tool.tsx'
import classes from './page-editor.module.css'
import { CompareItem, useVersions, VersionItems, VersionsMenu } from './versions-menu.tsx'

interface PageToolsProps {
  readonly page: Page
  readonly row: PageRow | undefined
  /** Whether the page is shown beside another version. */
  readonly isComparing: boolean
}

/** Versions, schedule and links of a page: beside each other, or as one menu where there is no room. */
export function PageTools({ page, row, isComparing }: PageToolsProps) {
  const isNarrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
  const { session } = useClient()
  const [opened, setOpened] = useState<'schedule' | 'share' | null>(null)
  const targets = useScheduleTargets(page)
  const canShare = row !== undefined && actsOn(row, (grant) => session.can(grant)).includes('share')
  const openSchedule = targets ? () => setOpened('schedule') : undefined
  const openShare = canShare ? () => setOpened('share') : undefined
  const close = (): void => setOpened(null)
  return (
    <>
      {isNarrow ? (
        <ToolsMenu page={page} onSchedule={openSchedule} onShare={openShare} />
      ) : (
        <>
          <VersionsMenu page={page} isComparing={isComparing} />
          {openSchedule && <IconTool icon={IconClock} label="pages.act.schedule" onClick={openSchedule} />}
          {openShare && <IconTool icon={IconShare2} label="pages.act.share" onClick={openShare} />}
        </>
      )}
      {opened === 'schedule' && targets && (
        <ScheduleDialog name={page.name} targets={targets} onClose={close} />
      )}
      {opened === 'share' && row && (
        <PageLinksDialog
          page={row.page}
          isPublished={row.state === 'published' || row.state === 'changed'}
          onClose={close}
        />
      )}
    </>
  )
}

interface ToolsMenuProps {
  readonly page: Page
  /** Missing where nobody may. */
  readonly onSchedule: (() => void) | undefined
  readonly onShare: (() => void) | undefined
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function ToolsMenu({ page, onSchedule, onShare }: ToolsMenuProps) {
  const label = useIntl().formatMessage({ id: 'pageEditor.more' })
  const { first } = useVersions(page)
  const isSeen = stateOf(page) === 'published' && page.path !== ''
  if (!first && !onSchedule && !onShare && !isSeen) return null
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={label}>
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.versions}>
        {isSeen && (
          <Menu.Item
            leftSection={<IconExternalLink {...icon} />}
            component="a"
            href={publicAddress(page.path)}
            target="_blank"
          >
            <FormattedMessage id="pages.act.view" />
          </Menu.Item>
        )}
        {onSchedule && (
          <Menu.Item leftSection={<IconClock {...icon} />} onClick={onSchedule}>
            <FormattedMessage id="pages.act.schedule" />
          </Menu.Item>
        )}
        {onShare && (
          <Menu.Item leftSection={<IconShare2 {...icon} />} onClick={onShare}>
            <FormattedMessage id="pages.act.share" />
          </Menu.Item>
        )}
        {first && (
          <>
            <CompareItem page={page} other={first.id} />
            <Menu.Divider />
            <Menu.Label>
              <FormattedMessage id="pageEditor.versions" />
            </Menu.Label>
            <VersionItems page={page} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
