import { versionsOf, type AssetVersion } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core'
import { IconArrowsDiff, IconDownload, IconRestore, IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { formatBytes } from '../../translations/format.ts'
import { VersionFacts } from './version-facts.tsx'
import classes from './asset-versions.module.css'

interface VersionRowProps {
  readonly assetId: number
  readonly version: AssetVersion
  readonly mayDownload: boolean
  readonly mayDelete: boolean
  readonly isBusy: boolean
  /** Whether the focus begins at its first button. */
  readonly takesFocus: boolean
  /** Undefined: there is nothing to compare it with. */
  readonly onCompare: (() => void) | undefined
  /** Undefined: it is the current one. */
  readonly onRestore: (() => void) | undefined
  readonly onDelete: () => void
}

/** One version: its picture, who brought it, when and why, and what can be done with it. */
export function VersionRow({
  assetId,
  version,
  mayDownload,
  mayDelete,
  isBusy,
  takesFocus,
  onCompare,
  onRestore,
  onDelete,
}: VersionRowProps) {
  const intl = useIntl()
  const store = versionsOf(useClient())
  const { number, isCurrent, fileName, width, height, sizeBytes } = version
  const facts = [fileName, width && height ? `${width} × ${height}` : null, formatBytes(intl, sizeBytes)]
  return (
    <li className={classes.row}>
      <img
        className={classes.thumbnail}
        src={store.urlOf('asset', assetId, number, 'thumbnailSmall')}
        alt=""
        loading="lazy"
      />
      <div className={classes.text}>
        <Text component="div" fz="sm">
          <VersionFacts version={version} />
        </Text>
        <Text fz="xs" c="dimmed" className={classes.name}>
          {facts.filter((fact) => fact !== null).join(' · ')}
        </Text>
      </div>
      <Group gap={6} className={classes.acts}>
        {isCurrent && (
          <Badge variant="light" radius="sm">
            <FormattedMessage id="version.current" />
          </Badge>
        )}
        {onCompare && (
          <Button
            size="compact-sm"
            variant="default"
            data-autofocus={takesFocus || undefined}
            leftSection={<IconArrowsDiff size={14} stroke={1.7} aria-hidden />}
            aria-label={intl.formatMessage({ id: 'version.compare.name' }, { number })}
            onClick={onCompare}
          >
            <FormattedMessage id="version.compare" />
          </Button>
        )}
        {onRestore && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            data-autofocus={(takesFocus && !onCompare) || undefined}
            leftSection={<IconRestore size={14} stroke={1.7} aria-hidden />}
            aria-label={intl.formatMessage({ id: 'version.restore.name' }, { number })}
            onClick={onRestore}
          >
            <FormattedMessage id="version.restore" />
          </Button>
        )}
        <Group gap={6} wrap="nowrap">
          {mayDownload && (
            <Tooltip label={<FormattedMessage id="action.download" />}>
              <ActionIcon
                component="a"
                size={26}
                data-autofocus={(takesFocus && !onRestore) || undefined}
                href={store.urlOf('asset', assetId, number, 'original', true)}
                download
                aria-label={intl.formatMessage({ id: 'version.download.name' }, { number })}
              >
                <IconDownload size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
          {mayDelete && !isCurrent && (
            <Tooltip label={<FormattedMessage id="version.delete" />}>
              <ActionIcon
                size={26}
                aria-label={intl.formatMessage({ id: 'version.delete.name' }, { number })}
                onClick={onDelete}
              >
                <IconTrash size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </Group>
    </li>
  )
}
