import type { Asset, FocalPoint } from '@cartouche/contract'
import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { pictureUrl } from '../asset-picture/picture-address.ts'
import { ErrorViewOf } from '../error-view/error-view.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import classes from './picture-dialog.module.css'

interface FocalPointDialogProps {
  readonly asset: Asset
  readonly onClose: () => void
}

/** Sets what pictures of an asset are cropped around. */
export function FocalPointDialog({ asset, onClose }: FocalPointDialogProps) {
  useReturnFocus()
  const reads = readsOf(useClient())
  const { data, error } = useRead(
    calls.getFocalPoint,
    { object: 'asset', id: String(asset.id) },
    { freshMs: 0 },
  )
  return (
    <Modal opened onClose={onClose} size={640} title={<FormattedMessage id="focalPoint.title" />}>
      {error !== null && data === undefined ? (
        <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.getFocalPoint)} />
      ) : data === undefined ? (
        <Skeleton h={320} />
      ) : (
        <FocalPointForm asset={asset} before={data.focalPoint} onClose={onClose} />
      )}
    </Modal>
  )
}

const centre: FocalPoint = { x: 0.5, y: 0.5 }

function FocalPointForm({
  asset,
  before,
  onClose,
}: FocalPointDialogProps & { readonly before: FocalPoint | null }) {
  const intl = useIntl()
  const client = useClient()
  const [point, setPoint] = useState(before)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await client.call(calls.setFocalPoint, { object: 'asset', id: String(asset.id), focalPoint: point })
      readsOf(client).invalidate(calls.getFocalPoint)
      notifications.show({
        message: intl.formatMessage({ id: point === null ? 'focalPoint.removed' : 'focalPoint.saved' }),
      })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Stack gap="md">
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="focalPoint.hint" />
      </Text>
      <FocalPointPicture asset={asset} point={point ?? centre} onChange={setPoint} />
      {failure !== null && (
        <Alert color="red" role="alert">
          {errorText(intl, failure)}
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <Button variant="subtle" disabled={point === null} onClick={() => setPoint(null)}>
          <FormattedMessage id="focalPoint.remove" />
        </Button>
        <Group gap="sm" ml="auto">
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button loading={busy} onClick={() => void save()}>
            <FormattedMessage id="action.save" />
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

/** How far an arrow key moves the point, in shares; with Shift. */
const step = 0.01
const largeStep = 0.1
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function FocalPointPicture({
  asset,
  point,
  onChange,
}: {
  readonly asset: Asset
  readonly point: FocalPoint
  readonly onChange: (point: FocalPoint) => void
}) {
  const intl = useIntl()
  const client = useClient()
  // The dialog had nothing else to focus before the point was known.
  const marker = useRef<HTMLButtonElement>(null)
  useEffect(() => marker.current?.focus(), [])
  const pointTo = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    onChange({
      x: clamp((event.clientX - box.left) / box.width),
      y: clamp((event.clientY - box.top) / box.height),
    })
  }
  const move = (event: KeyboardEvent): void => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    const by = event.shiftKey ? largeStep : step
    onChange({ x: clamp(point.x + direction[0] * by), y: clamp(point.y + direction[1] * by) })
  }
  return (
    <div className={classes.ground}>
      <div
        className={classes.pointed}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          pointTo(event)
        }}
        onPointerMove={(event) => {
          if (event.buttons > 0) pointTo(event)
        }}
      >
        <img
          className={classes.picture}
          src={pictureUrl(client, asset, 'preview')}
          alt={asset.name}
          draggable={false}
        />
        <button
          type="button"
          ref={marker}
          // Where the point is known at once, the dialog gives the focus after this was drawn.
          data-autofocus
          className={classes.marker}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          onKeyDown={move}
          aria-label={intl.formatMessage(
            { id: 'focalPoint.place' },
            { x: Math.round(point.x * 100), y: Math.round(point.y * 100) },
          )}
        />
      </div>
    </div>
  )
}

const clamp = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000
