import { ActionIcon, Button, Loader } from '@mantine/core'
import {
  IconMaximize,
  IconMinimize,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
  type Icon,
} from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import type { Zoom } from './zoom.ts'
import classes from './asset-view.module.css'

interface ZoomButtonsProps {
  readonly isReady: boolean
  /** Whether pixels of the original are on their way. */
  readonly isComing: boolean
  readonly zoom: Zoom
  /** The scale of 100 %. */
  readonly pixelScale: number
  readonly maxScale: number
  readonly isFullscreen: boolean
  /** How much one step zooms. */
  readonly step: number
  readonly onZoom: (factor: number) => void
  readonly onFit: () => void
  readonly onPixels: () => void
  readonly onFullscreen: () => void
}

/** How large the picture is shown, and what changes that. */
export function ZoomButtons({
  isReady,
  isComing,
  zoom,
  pixelScale,
  maxScale,
  isFullscreen,
  step,
  onZoom,
  onFit,
  onPixels,
  onFullscreen,
}: ZoomButtonsProps) {
  const intl = useIntl()
  const isFitted = zoom.scale === 1
  const level = intl.formatNumber(zoom.scale / pixelScale, { style: 'percent' })
  return (
    <div className={classes.zoomButtons}>
      <ZoomButton
        label="asset.zoomOut"
        Icon={IconZoomOut}
        onClick={() => onZoom(1 / step)}
        isOff={!isReady || isFitted}
      />
      <ZoomButton label="asset.zoomFit" Icon={IconZoomReset} onClick={onFit} isOff={!isReady || isFitted} />
      <Tooltip label={<FormattedMessage id="asset.zoomPixels" />}>
        <Button
          size="xs"
          variant="default"
          px={8}
          h={32}
          className={classes.percent}
          leftSection={isComing ? <Loader size={12} aria-hidden /> : null}
          onClick={onPixels}
          disabled={!isReady}
          aria-label={intl.formatMessage({ id: 'asset.zoomed' }, { percent: level })}
        >
          <output>{level}</output>
        </Button>
      </Tooltip>
      <ZoomButton
        label="asset.zoomIn"
        Icon={IconZoomIn}
        onClick={() => onZoom(step)}
        isOff={!isReady || zoom.scale >= maxScale}
      />
      {document.fullscreenEnabled && (
        <ZoomButton
          label={isFullscreen ? 'asset.fullscreen.leave' : 'asset.fullscreen'}
          Icon={isFullscreen ? IconMinimize : IconMaximize}
          onClick={onFullscreen}
          className={classes.fullscreen}
        />
      )}
    </div>
  )
}

/** A button of what is shown on the stage. */
export function ZoomButton({
  label,
  Icon: Sign,
  onClick,
  isOff = false,
  isPressed,
  className,
}: {
  readonly label: TextId
  readonly Icon: Icon
  readonly onClick: () => void
  readonly isOff?: boolean
  /** Of one that switches something on and off. */
  readonly isPressed?: boolean
  readonly className?: string | undefined
}) {
  const intl = useIntl()
  return (
    <Tooltip label={<FormattedMessage id={label} />}>
      <ActionIcon
        variant="default"
        className={className}
        onClick={isOff ? undefined : onClick}
        // Not disabled: a button that is pressed until it has no effect any more keeps the focus.
        data-disabled={isOff || undefined}
        aria-disabled={isOff}
        aria-pressed={isPressed}
        aria-label={intl.formatMessage({ id: label })}
      >
        <Sign size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
