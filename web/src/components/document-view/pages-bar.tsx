import { Button, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconArrowAutofitWidth,
  IconCheck,
  IconLayoutSidebar,
  IconLink,
  IconMaximize,
  IconMinimize,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { ZoomButton } from '../asset-view/zoom-buttons.tsx'
import type { PageViewState } from './page-view.ts'
import classes from './document-view.module.css'

interface PagesBarProps {
  readonly state: PageViewState
  readonly pageCount: number
  readonly hasThumbnails: boolean
  readonly isFinding: boolean
  readonly isFullscreen: boolean
  readonly onThumbnails: () => void
  readonly onPage: (page: number) => void
  readonly onFind: () => void
  readonly onZoom: (direction: 1 | -1) => void
  readonly onFit: () => void
  readonly onActualSize: () => void
  readonly onFullscreen: () => void
}

/** Which page is read and how large, and what changes that. */
export function PagesBar({
  state: { isReady, page, scale, isFitted },
  pageCount,
  hasThumbnails,
  isFinding,
  isFullscreen,
  onThumbnails,
  onPage,
  onFind,
  onZoom,
  onFit,
  onActualSize,
  onFullscreen,
}: PagesBarProps) {
  const intl = useIntl()
  const clipboard = useClipboard({ timeout: 2000 })
  const level = intl.formatNumber(scale, { style: 'percent' })
  return (
    <div className={classes.bar} role="toolbar" aria-label={intl.formatMessage({ id: 'reader.bar' })}>
      <ZoomButton
        label="reader.thumbnails"
        Icon={IconLayoutSidebar}
        onClick={onThumbnails}
        isPressed={hasThumbnails}
      />
      <PageField key={page} page={page} pageCount={pageCount} onPage={onPage} />
      <span className={classes.space} />
      <ZoomButton label="reader.find" Icon={IconSearch} onClick={onFind} isPressed={isFinding} />
      <ZoomButton label="asset.zoomOut" Icon={IconZoomOut} onClick={() => onZoom(-1)} isOff={!isReady} />
      <Tooltip label={<FormattedMessage id="asset.zoomPixels" />}>
        <Button
          size="xs"
          variant="default"
          px={8}
          h={28}
          className={classes.percent}
          onClick={onActualSize}
          disabled={!isReady}
          aria-label={intl.formatMessage({ id: 'asset.zoomed' }, { percent: level })}
        >
          <output>{level}</output>
        </Button>
      </Tooltip>
      <ZoomButton label="asset.zoomIn" Icon={IconZoomIn} onClick={() => onZoom(1)} isOff={!isReady} />
      <ZoomButton
        label="reader.fitWidth"
        Icon={IconArrowAutofitWidth}
        onClick={onFit}
        isOff={!isReady}
        isPressed={isFitted}
      />
      <ZoomButton
        label={clipboard.copied ? 'shareDialog.copied' : 'reader.copyLink'}
        Icon={clipboard.copied ? IconCheck : IconLink}
        onClick={() => clipboard.copy(addressOfPage(page))}
      />
      {document.fullscreenEnabled && (
        <ZoomButton
          label={isFullscreen ? 'asset.fullscreen.leave' : 'asset.fullscreen'}
          Icon={isFullscreen ? IconMinimize : IconMaximize}
          onClick={onFullscreen}
        />
      )}
    </div>
  )
}

/** The page by its number; what is typed counts with Enter, or when the field is left. */
function PageField({
  page,
  pageCount,
  onPage,
}: {
  readonly page: number
  readonly pageCount: number
  readonly onPage: (page: number) => void
}) {
  const intl = useIntl()
  const [typed, setTyped] = useState(String(page))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wanted = Math.min(Math.max(1, Number.parseInt(typed, 10) || page), pageCount)
    setTyped(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  return (
    <form className={classes.pageField} onSubmit={submit}>
      <TextInput
        size="xs"
        w={52}
        inputMode="numeric"
        maxLength={6}
        aria-label={intl.formatMessage({ id: 'reader.pageOf' }, { count: pageCount })}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={submit}
      />
      <Text fz="sm" c="dimmed" aria-hidden>
        / {intl.formatNumber(pageCount)}
      </Text>
    </form>
  )
}

/** The address of this view at a page: the address bar follows only after a moment. */
function addressOfPage(page: number): string {
  const address = new URL(window.location.href)
  address.searchParams.set('page', String(page))
  return address.href
}
