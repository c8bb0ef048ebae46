import type { DuplicateChoice, FieldHeader, ImportItem, ImportItemStatus } from '@cartouche/contract'
import { importsOf, type FailedUpload, type UploadFile } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconExternalLink, IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { UploadAction } from '../../components/upload-action/upload-action.tsx'
import { errorText } from '../../translations/error-text.ts'
import { isSelectable, type ImportRow } from './import-rows.ts'
import { ItemNotes, LockNote, Note } from './item-notes.tsx'
import { problemText } from '../../components/file-problems/problem-text.ts'
import { DuplicateSwitch, type Duplicates } from './duplicate-choices.tsx'
import { useImportAnyway } from './use-import-anyway.ts'
import { useFrameBudget } from './use-frame-budget.ts'
import classes from './import.module.css'

export interface ImportRowProps {
  readonly jobId: number
  readonly fields: Readonly<Record<string, FieldHeader>>
  readonly isSelected: boolean
  readonly onRemove: (itemIds: readonly number[]) => void
  /** Where the library has the file already: whether it is imported again or skipped. */
  readonly duplicate: DuplicateChoice | undefined
  readonly onChoose: Duplicates['choose']
}

/**
 * One line of the table. Its kind says what it is about. Clicks and keys for the selection are handled
 * by the table.
 */
export function ImportRowView({ row, ...props }: ImportRowProps & { readonly row: ImportRow }) {
  const isDrawn = useFrameBudget()
  if (!isDrawn) return <td colSpan={6} aria-hidden />
  if (row.kind === 'failed') return <FailedRow failed={row.failed} jobId={props.jobId} />
  return row.kind === 'upload' ? (
    <UploadRow file={row.file} jobId={props.jobId} />
  ) : (
    <ItemRow item={row.item} status={row.status} {...props} />
  )
}

interface CellsProps {
  readonly check?: ReactNode
  readonly thumb: ReactNode
  readonly name: string
  readonly subtitle?: string | undefined
  readonly sizeBytes: number
  readonly state: ReactNode
  readonly notes?: ReactNode
  readonly actions: ReactNode
}

function Cells({ check, thumb, name, subtitle, sizeBytes, state, notes, actions }: CellsProps) {
  return (
    <>
      <td className={classes.checkCell}>{check}</td>
      <td className={classes.fileCell}>
        <span className={classes.thumb}>{thumb}</span>
        <span className={classes.fileText}>
          <span className={classes.fileName} title={name}>
            {name}
          </span>
          {subtitle !== undefined && (
            <span className={classes.fileSub} title={subtitle}>
              {subtitle}
            </span>
          )}
        </span>
      </td>
      <td className={classes.sizeCell}>
        <BytesText sizeBytes={sizeBytes} />
      </td>
      <td className={classes.stateCell}>{state}</td>
      <td className={classes.notesCell}>{notes}</td>
      <td className={classes.actionsCell}>{actions}</td>
    </>
  )
}

/** Of a limit the screen shows numbers with their units, as the server does not. */
const isLimit = (code: string): boolean => code === 'storage_limit_reached' || code === 'file_limit_reached'

function FailedRow({ failed, jobId }: { readonly failed: FailedUpload; readonly jobId: number }) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  // @source data-layer §8: 400/9 and 400/17 have one text, whatever is wrong; an empty file has that of
  // such here.
  const code =
    failed.error?.code === 'upload_empty'
      ? 'upload_empty'
      : failed.messageKey === 'error.message.format'
        ? 'format'
        : failed.messageKey
  const reason =
    failed.error !== null && isLimit(failed.error.code)
      ? errorText(intl, failed.error)
      : problemText(intl, {
          code,
          message:
            failed.error === null || intl.locale.startsWith('en')
              ? failed.message
              : errorText(intl, failed.error),
        })
  return (
    <Cells
      thumb={<IconAlertTriangle size={20} stroke={1.6} className={classes.red} aria-hidden />}
      name={failed.name}
      sizeBytes={failed.sizeBytes}
      state={<FormattedMessage id="import.state.notSent" />}
      notes={
        <Note Icon={IconAlertTriangle} color="red">
          {reason}
        </Note>
      }
      actions={
        <>
          <UploadAction
            label="import.row.retry"
            name={failed.name}
            Icon={IconRefresh}
            onClick={() => imports.retryUpload(jobId, failed.id)}
          />
          <UploadAction
            label="import.row.dismiss"
            name={failed.name}
            Icon={IconX}
            onClick={() => imports.dismissUpload(jobId, failed.id)}
          />
        </>
      }
    />
  )
}

function UploadRow({ file, jobId }: { readonly file: UploadFile; readonly jobId: number }) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const state =
    file.status === 'registered'
      ? 'import.state.registered'
      : file.status === 'invalid'
        ? 'import.state.stopping'
        : 'import.state.sending'
  const label = intl.formatMessage({ id: state }, { percent: file.progress })
  return (
    <Cells
      thumb={<IconFile size={20} stroke={1.5} aria-hidden />}
      name={file.name}
      sizeBytes={file.sizeBytes}
      state={
        <span className={classes.progress}>
          <Text component="span" fz="sm">
            {label}
          </Text>
          {file.status !== 'registered' && <Progress size={3} value={file.progress} aria-label={label} />}
        </span>
      }
      actions={
        <UploadAction
          label="import.row.cancel"
          name={file.name}
          Icon={IconX}
          onClick={() => imports.cancelUpload(jobId, file.id)}
        />
      }
    />
  )
}

interface ItemRowProps extends ImportRowProps {
  readonly item: ImportItem
  readonly status: ImportItemStatus
}

/** Drawn again when its item changes. A step of the wheel draws those rows alone that come near. */
const ItemRow = memo(function ItemRow({
  item,
  status,
  fields,
  isSelected,
  onRemove,
  duplicate,
  onChoose,
}: ItemRowProps) {
  const intl = useIntl()
  const proposed = item.$assetmetadata['name']
  const name = typeof proposed === 'string' && proposed.trim() !== '' ? proposed : item.filename
  const hasPicture = status !== 'waiting' && status !== 'analyzing' && status !== 'broken'
  const shownStatus = status === 'ready' && duplicate === 'skip' ? 'skipped' : status
  const importAnyway = useImportAnyway(item.job.id)
  const openLabel = intl.formatMessage({ id: 'import.row.open' }, { name })
  return (
    <Cells
      check={
        isSelectable(item) && (
          <input
            type="checkbox"
            data-act="select"
            checked={isSelected}
            readOnly
            aria-label={intl.formatMessage({ id: 'asset.select' }, { name })}
          />
        )
      }
      thumb={
        hasPicture ? (
          <AssetPicture
            asset={{ id: item.id, name, blurhash: item.blurhash }}
            object="massimportitem"
            sidePx={56}
            alt=""
          />
        ) : (
          <IconFile size={20} stroke={1.5} aria-hidden />
        )
      }
      name={name}
      subtitle={name === item.filename ? undefined : item.filename}
      sizeBytes={item.filesize}
      state={
        <span className={classes.state} data-status={shownStatus}>
          <FormattedMessage id={`import.state.${shownStatus}`} />
        </span>
      }
      notes={
        <>
          <LockNote item={item} />
          <ItemNotes item={item} isBroken={status === 'broken'} fields={status === 'ready' ? fields : {}} />
          {duplicate !== undefined && (
            <span data-act="choice" className={classes.anyway}>
              <DuplicateSwitch
                label={intl.formatMessage({ id: 'import.duplicate.one' }, { name })}
                value={duplicate}
                onChange={(choice) => onChoose(item.id, choice)}
              />
            </span>
          )}
          {status === 'broken' && (
            <Button
              size="compact-xs"
              variant="default"
              className={classes.anyway}
              onClick={() => importAnyway([item.id])}
              aria-label={intl.formatMessage({ id: 'import.row.anyway' }, { name })}
            >
              <FormattedMessage id="import.anyway" />
            </Button>
          )}
        </>
      }
      actions={
        status === 'validated' && item.asset?.$resource === 'asset' ? (
          <Link
            to="/browse/$assetId"
            params={{ assetId: String(item.asset?.id) }}
            className={classes.openAsset}
            aria-label={openLabel}
            title={openLabel}
          >
            <IconExternalLink size={16} stroke={1.7} aria-hidden />
          </Link>
        ) : (
          status !== 'validating' &&
          status !== 'validated' && (
            <UploadAction
              label="import.row.remove"
              name={name}
              Icon={IconX}
              onClick={() => onRemove([item.id])}
            />
          )
        )
      }
    />
  )
})
