import { calls, type Asset, type MediaTrack } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { ActionIcon, Button, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconBadgeCc, IconListNumbers, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { natureOf } from '../asset-text/nature-of.ts'
import { DeleteTrackDialog } from './delete-track-dialog.tsx'
import { TrackDialog } from './track-dialog.tsx'
import { trackName } from './track-name.ts'
import classes from './asset-details.module.css'

/** The subtitles and chapters of a film or recording, and for whoever may edit it the way to change them. */
export function AssetTracks({ asset }: { readonly asset: Asset }) {
  const nature = natureOf(asset)
  return nature === 'VIDEO' || nature === 'AUDIO' ? <Tracks asset={asset} /> : null
}

function Tracks({ asset }: { readonly asset: Asset }) {
  const { data, error } = useRead(calls.listTracks, { object: 'asset', id: String(asset.id) })
  const [opened, setOpened] = useState<MediaTrack | 'new' | null>(null)
  const [deleting, setDeleting] = useState<MediaTrack | null>(null)
  const canEdit = asset.$rights?.update ?? false
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <FormattedMessage id="asset.tracks" />
      </h3>
      {data === undefined && error === null && <Skeleton height={20} />}
      {(data?.length === 0 || (error !== null && data === undefined)) && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id={error === null ? 'asset.tracks.none' : 'asset.tracks.failed'} />
        </Text>
      )}
      <ul className={classes.files}>
        {(data ?? []).map((track) => (
          <AssetTrack
            key={track.id}
            track={track}
            onEdit={canEdit ? () => setOpened(track) : undefined}
            onDelete={canEdit ? () => setDeleting(track) : undefined}
          />
        ))}
      </ul>
      {canEdit && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          mt={4}
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpened('new')}
        >
          <FormattedMessage id="asset.tracks.add" />
        </Button>
      )}
      {opened !== null && (
        <TrackDialog
          assetId={asset.id}
          track={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
        />
      )}
      {deleting !== null && (
        <DeleteTrackDialog assetId={asset.id} track={deleting} onClose={() => setDeleting(null)} />
      )}
    </section>
  )
}

interface AssetTrackProps {
  readonly track: MediaTrack
  readonly onEdit: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
}

function AssetTrack({ track, onEdit, onDelete }: AssetTrackProps) {
  const intl = useIntl()
  const { kind, cues, origin, fileName } = track
  const name = trackName(intl, track)
  const facts = [
    intl.formatMessage({ id: `track.kind.${kind}` }),
    intl.formatMessage(
      { id: kind === 'chapters' ? 'asset.tracks.chapters' : 'asset.tracks.cues' },
      { count: cues },
    ),
    origin === 'embedded' ? intl.formatMessage({ id: 'track.origin.embedded' }) : fileName,
  ].filter((fact) => fact !== name)
  const Icon = kind === 'chapters' ? IconListNumbers : IconBadgeCc
  return (
    <li className={classes.track}>
      <a className={classes.file} href={track.url} download>
        <Icon size={18} stroke={1.6} aria-hidden />
        <VisuallyHidden>
          <FormattedMessage id="asset.tracks.download" />
        </VisuallyHidden>
        <span className={classes.fileText}>
          {name}
          <br />
          <span className={classes.quiet}>{facts.join(' · ')}</span>
        </span>
      </a>
      {onEdit && (
        <ActionIcon aria-label={intl.formatMessage({ id: 'asset.tracks.edit' }, { name })} onClick={onEdit}>
          <IconPencil size={16} stroke={1.7} />
        </ActionIcon>
      )}
      {onDelete && (
        <ActionIcon
          aria-label={intl.formatMessage({ id: 'asset.tracks.delete' }, { name })}
          onClick={onDelete}
        >
          <IconTrash size={16} stroke={1.7} />
        </ActionIcon>
      )}
    </li>
  )
}
