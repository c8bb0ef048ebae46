import { calls } from '@cartouche/client'
import { useCan, useRead } from '@cartouche/react'
import { Anchor, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { FileChoosers, useIsTouch } from '../../components/file-choosers/file-choosers.tsx'
import { percentOf, StorageUseBar } from '../../components/storage-use/storage-use.tsx'
import { formatLimit } from '../../translations/format.ts'
import { EarlierImports } from './earlier-imports.tsx'
import type { TakeFiles } from './use-take-files.ts'
import classes from './import.module.css'

/** The way into a new import, and the earlier ones. */
export function ImportStart({ files }: { readonly files: TakeFiles }) {
  const intl = useIntl()
  const mayChangePeople = useCan('user/update')
  const isTouch = useIsTouch()
  const { data: use } = useRead(calls.getStorageUse, {}, { freshMs: 0 })
  const seesAll = useCan('massimportjob/view') && mayChangePeople
  return (
    <div className={classes.start}>
      <Title order={1}>
        <FormattedMessage id="import.title" />
      </Title>
      <Stack className={classes.zone} align="center" gap="md">
        <IconCloudUpload size={44} stroke={1.3} aria-hidden />
        <Text fz="lg" fw={550} ta="center">
          <FormattedMessage id={isTouch ? 'import.add.title' : 'import.drop.title'} />
        </Text>
        {files.maxSizeBytes !== undefined && (
          <Text c="dimmed" ta="center">
            <FormattedMessage
              id="import.drop.text"
              values={{
                limit: formatLimit(intl, Math.min(files.maxSizeBytes, use?.limit.sizeBytes ?? Infinity)),
              }}
            />
          </Text>
        )}
        <Group justify="center" gap="sm" className={classes.choosers}>
          <FileChoosers onFiles={(chosen) => void files.take(chosen)} />
        </Group>
        <Unzip files={files} />
        {use && percentOf(use) !== null && (
          <div className={classes.room}>
            <StorageUseBar use={use} />
          </div>
        )}
      </Stack>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2}>
          <FormattedMessage id="import.earlier" />
        </Title>
        {seesAll && (
          <Anchor
            c="var(--accent-text)"
            renderRoot={(props) => <Link to="/administration" search={{ section: 'imports' }} {...props} />}
          >
            <FormattedMessage id="imports.everybody" />
          </Anchor>
        )}
      </Group>
      <EarlierImports />
    </div>
  )
}

/** Whether zips are unpacked. */
export function Unzip({ files: { unzip, setUnzip } }: { readonly files: TakeFiles }) {
  return (
    <Checkbox
      checked={unzip}
      onChange={(event) => setUnzip(event.currentTarget.checked)}
      label={<FormattedMessage id="import.unzip" />}
    />
  )
}
