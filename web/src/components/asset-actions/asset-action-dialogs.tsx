import { calls, type Asset, type AssetAction, type SearchDownload } from '@cartouche/client'
import { useRead, useSchema } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { assetPath, browseName } from '../../address/browse-cursor.ts'
import { errorText } from '../../translations/error-text.ts'
import { searchOfIds } from '../../address/search-of-state.ts'
import { recordColumns } from '../export-table/record-columns.ts'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'
import { EditAssetsPanel } from '../edit-assets/edit-assets-panel.tsx'
import { useEditRun } from '../edit-assets/use-edit-run.ts'
import type { PlacedTarget } from './action-context.ts'
import { allowsAction, isWorkflowAction, type ActionId } from './asset-actions.ts'
import { DeleteAssetsDialog } from './delete-assets-dialog.tsx'
import { originalSizeOf } from '../picture-dialog/original-size.ts'
import { useTakeAction } from './use-take-action.ts'
import { useTargetName } from './use-target-name.ts'

const ShareAssetsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./share-assets-dialog.tsx'))).ShareAssetsDialog,
}))
const SubmitDialog = lazy(async () => ({
  default: (await loadPart(() => import('../reviews/submit-dialog.tsx'))).SubmitDialog,
}))
const RejectDialog = lazy(async () => ({
  default: (await loadPart(() => import('../reviews/reject-dialog.tsx'))).RejectDialog,
}))
const DownloadDialog = lazy(async () => ({
  default: (await loadPart(() => import('../download-dialog/download-dialog.tsx'))).DownloadDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await loadPart(() => import('../export-table/export-dialog.tsx'))).ExportDialog,
}))
const ReplaceDialog = lazy(async () => ({
  default: (await loadPart(() => import('../asset-versions/replace-dialog.tsx'))).ReplaceDialog,
}))
const VersionsDialog = lazy(async () => ({
  default: (await loadPart(() => import('../asset-versions/versions-dialog.tsx'))).VersionsDialog,
}))
const PictureDialog = lazy(async () => ({
  default: (await loadPart(() => import('../picture-dialog/picture-dialog.tsx'))).PictureDialog,
}))
const ClipDialog = lazy(async () => ({
  default: (await loadPart(() => import('../clip-dialog/clip-dialog.tsx'))).ClipDialog,
}))
const EmbedDialog = lazy(async () => ({
  default: (await loadPart(() => import('../embed-dialog/embed-dialog.tsx'))).EmbedDialog,
}))
const CompareAssets = lazy(async () => ({
  default: (await loadPart(() => import('../compare-assets/compare-assets.tsx'))).CompareAssets,
}))
const Slideshow = lazy(async () => ({
  default: (await loadPart(() => import('../slideshow/slideshow.tsx'))).Slideshow,
}))

/** An action that a dialog asks about, and what it is taken on. */
export interface ActionTask {
  readonly id: ActionId
  readonly target: PlacedTarget
}

interface AssetActionDialogsProps {
  readonly task: ActionTask | null
  readonly onTask: (task: ActionTask) => void
  readonly onClose: () => void
}

/** The dialog of the action that was asked for; a change of many goes on while it is closed. */
export function AssetActionDialogs({ task, onTask, onClose }: AssetActionDialogsProps) {
  const edit = useEditRun({ path: assetPath, cursor: browseName })
  const isEditing = task?.id === 'edit' || task?.id === 'collections'
  return (
    <Suspense>
      {task !== null && <TaskDialog task={task} onClose={onClose} />}
      {(isEditing || edit.run !== null) && (
        <EditAssetsPanel
          path={assetPath}
          opened={isEditing}
          only={task?.id === 'collections' ? 'collections' : undefined}
          onClose={onClose}
          onOpen={() => onTask({ id: 'edit', target: { assets: [], place: {} } })}
          assets={isEditing ? task.target.assets : []}
          control={edit}
        />
      )}
    </Suspense>
  )
}

function TaskDialog({
  task: { id, target },
  onClose,
}: Omit<AssetActionDialogsProps, 'task' | 'onTask'> & { readonly task: ActionTask }) {
  const [one] = target.assets
  if (id === 'submit') return <SubmitDialog assets={allowsAction(target.assets, id)} onClose={onClose} />
  if (id === 'reject') return <RejectDialog assets={allowsAction(target.assets, id)} onClose={onClose} />
  if (isWorkflowAction(id)) return <ManyMoves action={id} assets={target.assets} onClose={onClose} />
  if (id === 'compare') return <CompareAssets assets={target.assets} place={target.place} onClose={onClose} />
  if (id === 'slideshow') return <Slideshow assets={target.assets} onClose={onClose} />
  if (id === 'share') return <ShareAssetsDialog target={target} onClose={onClose} />
  if (id === 'download') return <TargetDownload target={target} onClose={onClose} />
  if (id === 'export') return <TargetExport target={target} onClose={onClose} />
  if (id === 'delete')
    return <DeleteAssetsDialog assets={target.assets} onDeleted={target.place.onDeleted} onClose={onClose} />
  if (one === undefined) return null
  if (id === 'replace' || id === 'versions') return <OfVersions id={id} asset={one} onClose={onClose} />
  if (id === 'crop') return <OfPicture asset={one} onClose={onClose} />
  if (id === 'trim') return <OfFilm asset={one} onClose={onClose} />
  return id === 'embed' ? <EmbedDialog asset={one} onClose={onClose} /> : null
}

interface OfTarget {
  readonly target: PlacedTarget
  readonly onClose: () => void
}

function TargetDownload({ target, onClose }: OfTarget) {
  const nameOf = useTargetName()
  const { assets, results } = target
  return (
    <DownloadDialog
      cart={{ name: nameOf(target), total: results?.total ?? assets.length }}
      search={searchOfTarget(target)}
      onClose={onClose}
    />
  )
}

/** A table of the assets with all fields of their schema but the one that only pictures are drawn from. */
function TargetExport({ target, onClose }: OfTarget) {
  const intl = useIntl()
  const nameOf = useTargetName()
  const schema = useSchema(assetPath)
  if (schema === null) return null
  return (
    <ExportDialog
      schema={schema}
      search={searchOfTarget(target)}
      total={target.results?.total ?? target.assets.length}
      columns={recordColumns(intl, schema, true).known.filter(({ field }) => field !== 'blurhash')}
      name={nameOf(target)}
      onClose={onClose}
    />
  )
}

function searchOfTarget({ assets, results, place }: PlacedTarget): SearchDownload {
  return (
    results?.search ??
    searchOfIds(
      assets.map(({ id }) => id),
      place.orderby,
    )
  )
}

/** Replacing a file, and the files before it, know the versions first. */
function OfVersions({
  id,
  asset,
  onClose,
}: {
  readonly id: 'replace' | 'versions'
  readonly asset: Asset
  readonly onClose: () => void
}) {
  const { data } = useRead(calls.listVersions, { object: 'asset', id: String(asset.id) })
  if (data === undefined) return null
  return id === 'replace' ? (
    <ReplaceDialog asset={asset} current={data.find(({ isCurrent }) => isCurrent)} onClose={onClose} />
  ) : (
    <VersionsDialog asset={asset} versions={data} onClose={onClose} />
  )
}

/** Cropping needs the size of the original first; where there is none, a notice says so. */
function OfPicture({ asset, onClose }: { readonly asset: Asset; readonly onClose: () => void }) {
  const intl = useIntl()
  const { data, error } = useRead(calls.listVariations, { object: 'asset', id: String(asset.id) })
  const size = originalSizeOf(data ?? [])
  const isMissing = size === undefined && (data !== undefined || error !== null)
  const refuse = useEffectEvent(() => {
    const message =
      data === undefined
        ? errorText(intl, error)
        : intl.formatMessage({ id: 'asset.noPicture' }, { name: asset.name })
    notifications.show({ color: 'red', message })
    onClose()
  })
  useEffect(() => {
    if (isMissing) refuse()
  }, [isMissing])
  return size === undefined ? null : <PictureDialog asset={asset} size={size} onClose={onClose} />
}

/** Which files there are to cut a part of, is read first. */
function OfFilm({ asset, onClose }: { readonly asset: Asset; readonly onClose: () => void }) {
  const { data, error } = useRead(calls.listVariations, { object: 'asset', id: String(asset.id) })
  const files = data ?? (error === null ? undefined : [])
  return files === undefined ? null : <ClipDialog asset={asset} files={files} onClose={onClose} />
}

/** Asks before the status of many is changed. */
function ManyMoves({
  action,
  assets,
  onClose,
}: {
  readonly action: AssetAction
  readonly assets: readonly Asset[]
  readonly onClose: () => void
}) {
  const take = useTakeAction()
  const allowed = allowsAction(assets, action)
  return (
    <ConfirmDialog
      title={
        <FormattedMessage
          id="assetActions.confirm"
          values={{ action: <FormattedMessage id={`workflow.${action}`} />, count: allowed.length }}
        />
      }
      confirm={<FormattedMessage id={`workflow.${action}`} />}
      work={() =>
        take(
          action,
          allowed.map(({ id }) => id),
        )
      }
      onClose={onClose}
    >
      <FormattedMessage
        id="assetActions.confirm.text"
        values={{ count: allowed.length, total: assets.length }}
      />
    </ConfirmDialog>
  )
}
