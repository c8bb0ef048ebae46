import type { Asset } from '@cartouche/contract'
import { useEntity } from '@cartouche/react'
import { ActionIcon, Modal, Text } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconLayoutBottombar, IconX } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import { useAssetActions, useOfferedTarget, type ActionPlace } from '../asset-actions/action-context.ts'
import { firstFocus } from '../first-focus/first-focus.ts'
import { CommentPins } from '../comments/comment-pins.tsx'
import { CommentsScope } from '../comments/comments-scope.tsx'
import { isTyping } from '../gallery/is-typing.ts'
import { usePageTitle } from '../page-title/use-page-title.ts'
import { adjustsSelection } from './adjusts-selection.ts'
import { AssetPanel } from './asset-panel.tsx'
import { AssetStage } from './asset-stage.tsx'
import { AssetMissing } from './asset-missing.tsx'
import { StageCallbacksContext } from './stage-place.ts'
import { usePosterActions } from './use-poster-actions.tsx'
import { useViewSetting } from '../view-settings/use-view-setting.ts'
import { useViewLog } from './use-view-log.ts'
import { ViewStrip, type ViewList } from './view-strip.tsx'
import classes from './asset-view.module.css'

export interface AssetViewProps {
  readonly assetId: number
  /** Its record from the list, shown until the whole record is there. */
  readonly fromList?: Asset | undefined
  /** Place in the list that it was opened from, from 1, and the length of the list. */
  readonly position?: number | undefined
  readonly total?: number | undefined
  /** The neighbours in that list; missing at its ends. */
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
  readonly onClose: () => void
  readonly onDeleted?: (() => void) | undefined
  /** The comment that is looked at first. */
  readonly comment?: number | undefined
  /** What is done here with the asset, between picture and column. */
  readonly foot?: ReactNode
  /** The list that it was opened from. */
  readonly list?: ActionPlace['list']
  /** The assets of that list, for the filmstrip. */
  readonly neighbours?: ViewList | undefined
  /** Called once all that is known of it is drawn, or that nothing is. */
  readonly onDrawn?: (() => void) | undefined
}

/**
 * One asset over the list that it was opened from: large at the left, all that is known of it at the right. ←
 * → go on, Esc closes.
 */
export function AssetView({
  assetId,
  fromList,
  position,
  total,
  onPrevious,
  onNext,
  onClose,
  onDeleted,
  comment,
  foot,
  list,
  neighbours,
  onDrawn,
}: AssetViewProps) {
  const intl = useIntl()
  const { data, status, error } = useEntity('dam/data/asset', assetId)
  const asset = (data ?? fromList ?? null) as Asset | null
  usePageTitle(asset?.name)
  const actions = useAssetActions()
  const poster = usePosterActions(asset)
  const place: ActionPlace = { onDeleted: onDeleted ?? onClose, list, own: poster.own }
  const target = asset && { assets: [asset], place }
  useOfferedTarget(target)
  useViewLog(assetId, data !== null && status === 'loaded')
  const zoomed = useRef(false)
  const hasDialog = useRef(false)
  // Before the key closes a dialog over this one: it is none of ours then.
  useWindowEvent(
    'keydown',
    () => {
      hasDialog.current = document.querySelectorAll('[role="dialog"]').length > 1
    },
    { capture: true },
  )
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || hasDialog.current) return
    if (adjustsSelection(event)) return
    if (event.key === 'ArrowLeft' && !zoomed.current) onPrevious?.()
    if (event.key === 'ArrowRight' && !zoomed.current) onNext?.()
    if (event.key === 'Escape') onClose()
    else if (poster.press(event) || (target && actions.press(event, target))) event.preventDefault()
  })
  const [wantsStrip, setWantsStrip] = useViewSetting<boolean>('filmstrip', false)
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  const strip =
    isWide && position !== undefined && (neighbours?.assets.length ?? 0) > 1 ? neighbours : undefined
  // The only asset of a list has no place in it worth a line.
  const goesOn = onPrevious !== undefined || onNext !== undefined
  const failed = status === 'error' || status === 'not_found'
  const isDrawn = status === 'loaded' || failed
  useEffect(() => {
    if (isDrawn) onDrawn?.()
  }, [isDrawn, onDrawn])
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      padding={0}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content
        aria-label={asset?.name ?? intl.formatMessage({ id: 'loading' })}
        className={classes.content}
        data-footless
      >
        <CommentsScope assetId={assetId} opened={comment}>
          <Modal.Body className={classes.view} data-strip={(strip && wantsStrip) || undefined}>
            <div className={classes.bar}>
              <BarButton label="asset.close" Icon={IconX} onClick={onClose} />
              <Text truncate fw={550} flex={1} component="h1" fz="md" {...firstFocus}>
                {asset?.name}
              </Text>
              {goesOn && position !== undefined && total !== undefined && (
                <Text c="dimmed" fz="sm" className={classes.position}>
                  <FormattedMessage id="asset.position" values={{ position, total }} />
                </Text>
              )}
              {strip && (
                <BarButton
                  label="asset.filmstrip"
                  Icon={IconLayoutBottombar}
                  isPressed={wantsStrip}
                  onClick={() => setWantsStrip(!wantsStrip)}
                />
              )}
              {goesOn && (
                <>
                  <BarButton label="asset.previous" Icon={IconChevronLeft} onClick={onPrevious} />
                  <BarButton label="asset.next" Icon={IconChevronRight} onClick={onNext} />
                </>
              )}
            </div>
            <div className={classes.stage}>
              {failed && asset === null ? (
                <AssetMissing error={status === 'not_found' ? null : error} onClose={onClose} />
              ) : (
                asset && (
                  <StageCallbacksContext value={poster.callbacks}>
                    <AssetStage
                      asset={asset}
                      mayDownload={asset.$rights?.download ?? false}
                      onPrevious={onPrevious}
                      onNext={onNext}
                      overlay={<CommentPins />}
                      onZoomed={(is) => {
                        zoomed.current = is
                      }}
                    />
                    {poster.reader}
                  </StageCallbacksContext>
                )
              )}
              {foot}
            </div>
            {strip && wantsStrip && position !== undefined && <ViewStrip list={strip} position={position} />}
            <div className={classes.panel} data-beside-stage>
              {asset && !(failed && data === null) && (
                <AssetPanel asset={asset} isWhole={asset.$rights !== undefined || failed} place={place} />
              )}
            </div>
          </Modal.Body>
        </CommentsScope>
      </Modal.Content>
    </Modal.Root>
  )
}

function BarButton({
  label,
  Icon,
  isPressed,
  onClick,
}: {
  readonly label: TextId
  readonly Icon: typeof IconX
  /** Of one that switches something on and off. */
  readonly isPressed?: boolean
  readonly onClick: (() => void) | undefined
}) {
  const intl = useIntl()
  return (
    <Tooltip label={<FormattedMessage id={label} />}>
      <ActionIcon
        size={36}
        onClick={onClick}
        disabled={onClick === undefined}
        aria-pressed={isPressed}
        {...(isPressed === true && { variant: 'light' })}
        aria-label={intl.formatMessage({ id: label })}
      >
        <Icon size={20} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
