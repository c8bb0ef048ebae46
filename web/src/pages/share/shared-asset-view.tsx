import type { Asset, SharedCart } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { ActionIcon, Button, Modal, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetStage } from '../../components/asset-view/asset-stage.tsx'
import { firstFocus } from '../../components/first-focus/first-focus.ts'
import { CommentPins } from '../../components/comments/comment-pins.tsx'
import { CommentsScope } from '../../components/comments/comments-scope.tsx'
import { pictureUrl } from '../../components/asset-picture/picture-address.ts'
import { isTyping } from '../../components/gallery/is-typing.ts'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import { SharedClip } from './shared-clip.tsx'
import { SharedComments } from './shared-comments.tsx'
import type { OpenedSharedAsset } from './use-opened-shared-asset.ts'
import classes from './share.module.css'

/**
 * One asset of a share, as large as it can be: picture with zoom or player, its words, its download where the
 * link allows it.
 */
export function SharedAssetView({
  share,
  asset,
  position,
  total,
  onPrevious,
  onNext,
  onClose,
  mayDownload,
  onDownload,
}: OpenedSharedAsset & {
  readonly share: SharedCart
  readonly asset: Asset
  /** Whether the link gives the original. */
  readonly mayDownload: boolean
  /** Takes the file that was chosen; undefined: the original is taken, or nothing. */
  readonly onDownload: ((id: number) => void) | undefined
}) {
  const intl = useIntl()
  const client = useClient()
  const zoomed = useRef(false)
  const hasDialog = useRef(false)
  const hasComments = share.actions.includes('comment')
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
    if (event.key === 'ArrowLeft' && !zoomed.current) onPrevious?.()
    if (event.key === 'ArrowRight' && !zoomed.current) onNext?.()
    if (event.key === 'Escape') onClose()
  })
  const credit = [asset.creator, asset.credit, asset.copyright].filter(
    (part) => part !== null && part !== undefined && part !== '',
  )
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      padding={0}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content aria-label={asset.name} className={classes.viewContent}>
        <Commented shareId={hasComments ? share.id : undefined} assetId={asset.id}>
          <Modal.Body className={classes.view} data-commented={hasComments || undefined}>
            <div className={classes.viewBar}>
              <BarButton label="asset.close" Icon={IconX} onClick={onClose} />
              <Text component="h2" fz="md" fw={550} truncate flex={1} m={0} {...firstFocus}>
                {asset.name}
              </Text>
              {total > 1 && (
                <>
                  <Text c="dimmed" fz="sm" className={classes.position}>
                    <FormattedMessage id="asset.position" values={{ position, total }} />
                  </Text>
                  <BarButton label="asset.previous" Icon={IconChevronLeft} onClick={onPrevious} />
                  <BarButton label="asset.next" Icon={IconChevronRight} onClick={onNext} />
                </>
              )}
            </div>
            <div className={classes.stage}>
              <AssetStage
                asset={asset}
                ticket={share.ticket}
                mayDownload={mayDownload}
                onPrevious={onPrevious}
                onNext={onNext}
                overlay={hasComments && <CommentPins />}
                onZoomed={(is) => {
                  zoomed.current = is
                }}
              />
            </div>
            <div className={classes.viewFoot}>
              <div className={classes.viewWords}>
                {asset.description && (
                  <Text fz="sm" className={classes.words}>
                    {asset.description}
                  </Text>
                )}
                {credit.length > 0 && (
                  <Text fz="sm" c="dimmed">
                    {credit.join(' · ')}
                  </Text>
                )}
              </div>
              <div className={classes.viewActions}>
                {onDownload && (
                  <Button
                    onClick={() => onDownload(asset.id)}
                    leftSection={<IconDownload size={17} stroke={1.8} aria-hidden />}
                    aria-label={intl.formatMessage({ id: 'visit.downloadOne' }, { name: asset.name })}
                  >
                    <FormattedMessage id="action.download" />
                  </Button>
                )}
                {mayDownload && onDownload === undefined && (
                  <Button
                    component="a"
                    href={pictureUrl(client, { id: asset.id, ticket: share.ticket }, 'original', true)}
                    download
                    leftSection={<IconDownload size={17} stroke={1.8} aria-hidden />}
                    aria-label={intl.formatMessage({ id: 'visit.downloadOne' }, { name: asset.name })}
                  >
                    <FormattedMessage id="action.download" />
                    {asset.metadata?.filesize ? (
                      <>
                        &nbsp;(
                        <BytesText sizeBytes={asset.metadata.filesize} />)
                      </>
                    ) : null}
                  </Button>
                )}
                <SharedClip share={share} asset={asset} mayDownload={mayDownload} />
              </div>
            </div>
            {hasComments && <SharedComments key={asset.id} shareId={share.id} asset={asset} />}
          </Modal.Body>
        </Commented>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Comments of a share, where it allows them. */
function Commented({
  shareId,
  assetId,
  children,
}: {
  readonly shareId: string | undefined
  readonly assetId: number
  readonly children: ReactNode
}) {
  if (shareId === undefined) return children
  return (
    <CommentsScope shareId={shareId} assetId={assetId}>
      {children}
    </CommentsScope>
  )
}

function BarButton({
  label,
  Icon,
  onClick,
}: {
  readonly label: TextId
  readonly Icon: typeof IconX
  readonly onClick: (() => void) | undefined
}) {
  const intl = useIntl()
  return (
    <Tooltip label={<FormattedMessage id={label} />}>
      <ActionIcon
        size={40}
        onClick={onClick}
        disabled={onClick === undefined}
        aria-label={intl.formatMessage({ id: label })}
      >
        <Icon size={20} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
