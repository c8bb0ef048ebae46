import { cartsOf, maxCartHits, sharesOf, type Cart, type Share } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Modal, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { pageOf } from '../../address/page-of-document.ts'
import { errorText } from '../../translations/error-text.ts'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { CreatedLink } from '../share-dialog/created-link.tsx'
import { NewLinkForm, type SendShare } from '../share-dialog/new-link-form.tsx'
import type { PlacedTarget } from './action-context.ts'
import { countOf } from './asset-actions.ts'
import { shareAssets, LeftCartError, type SharedResults } from './share-assets.ts'
import { useTargetName } from './use-target-name.ts'

interface ShareAssetsDialogProps {
  readonly target: PlacedTarget
  readonly onClose: () => void
}

interface Made {
  readonly cart: Cart
  readonly share: Share
}

/**
 * Shares assets at once: one click makes a cart of them and a link to it, and copies that. Both can be undone
 * from here.
 */
export function ShareAssetsDialog({ target, onClose }: ShareAssetsDialogProps) {
  useReturnFocus()
  const client = useClient()
  const name = useTargetName()(target)
  const [made, setMade] = useState<Made | null>(null)
  const [left, setLeft] = useState<Cart | null>(null)
  const total = countOf(target)
  const at = usePageRead(target)
  const [results, setResults] = useState<SharedResults>('now')
  const send: SendShare = async (make, title) => {
    try {
      return await shareAssets(
        client,
        {
          name: title === '' ? name : title,
          what: target.results
            ? { search: target.results.search, results }
            : { ids: target.assets.map(({ id }) => id) },
          cart: left,
        },
        make,
        setMade,
      )
    } catch (error) {
      if (!(error instanceof LeftCartError)) throw error
      setLeft(error.cart)
      throw error.cause
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={
        <Text component="span" inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {total === 1 || target.results?.name !== undefined ? (
            <FormattedMessage id="shareDialog.title" values={{ name }} />
          ) : (
            <FormattedMessage id="assetActions.share.title" values={{ count: total }} />
          )}
        </Text>
      }
    >
      {made === null ? (
        <>
          {left !== null && (
            <Alert color="yellow" mb="md" role="alert">
              <FormattedMessage
                id="assetActions.share.left"
                values={{
                  cart: left.name,
                  link: (text) => (
                    <CartLink key="cart" cart={left}>
                      {text}
                    </CartLink>
                  ),
                }}
              />
            </Alert>
          )}
          <NewLinkForm
            name={name}
            intro="assetActions.share.intro"
            send={send}
            isShort
            onCreated={() => undefined}
          >
            {target.results && left === null && (
              <ResultsChoice results={results} total={total} onChange={setResults} />
            )}
          </NewLinkForm>
        </>
      ) : (
        <CreatedLink
          share={made.share}
          copies
          // A ZIP has no pages to open.
          at={made.share.mode === 'zip' ? undefined : at}
          onClose={onClose}
        >
          <MadeCart made={made} onClose={onClose} />
        </CreatedLink>
      )}
    </Modal>
  )
}

const choices = ['now', 'following'] as const satisfies readonly SharedResults[]

/** Whether the link shows what the search finds now, or also what it finds later. */
function ResultsChoice({
  results,
  total,
  onChange,
}: {
  readonly results: SharedResults
  readonly total: number
  readonly onChange: (results: SharedResults) => void
}) {
  return (
    <Radio.Group
      label={<FormattedMessage id="assetActions.share.results" />}
      value={results}
      onChange={(next) => onChange(choices.find((one) => one === next) ?? 'now')}
    >
      <Stack gap={6} mt={6}>
        {choices.map((one) => (
          <Radio
            key={one}
            value={one}
            label={<FormattedMessage id={`assetActions.share.results.${one}`} values={{ count: total }} />}
            description={
              one === 'following' ? <FormattedMessage id="assetActions.share.results.hint" /> : undefined
            }
          />
        ))}
      </Stack>
      {total > maxCartHits && (
        <Text fz="sm" mt={6}>
          <FormattedMessage
            id={`assetActions.share.results.${results}.limit`}
            values={{ max: maxCartHits }}
          />
        </Text>
      )}
    </Radio.Group>
  )
}

/** The page that is read of the one document that is shared; undefined for the first. */
function usePageRead({ assets: [asset, ...others] }: PlacedTarget) {
  const { pathname, search } = useLocation()
  const page = pageOf(search)
  const isOpen = asset !== undefined && others.length === 0 && pathname.endsWith(`/${asset.id}`)
  return isOpen && page > 1 ? { asset: asset.id, page } : undefined
}

function CartLink({ cart, children }: { readonly cart: Cart; readonly children: React.ReactNode }) {
  return (
    <Link to="/carts/$cartId" params={{ cartId: String(cart.id) }}>
      {children}
    </Link>
  )
}

/** The cart behind the link: to open, or to delete together with it. */
function MadeCart({ made: { cart, share }, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const intl = useIntl()
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const undo = async (): Promise<void> => {
    setBusy(true)
    try {
      await sharesOf(client).revokeShare(cart.id, share.id)
      await cartsOf(client).deleteCart(cart.id)
      notifications.show({ message: intl.formatMessage({ id: 'assetActions.share.undone' }) })
      onClose()
    } catch (error) {
      setBusy(false)
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  return (
    <>
      <Text fz="sm" c="dimmed" w="100%">
        <FormattedMessage id="assetActions.share.cart" values={{ cart: cart.name }} />
      </Text>
      <Button variant="subtle" color="gray" loading={busy} onClick={() => void undo()}>
        <FormattedMessage id="assetActions.share.undo" />
      </Button>
      <Button
        variant="default"
        onClick={onClose}
        renderRoot={(props) => <Link to="/carts/$cartId" params={{ cartId: String(cart.id) }} {...props} />}
      >
        <FormattedMessage id="assetActions.share.openCart" />
      </Button>
    </>
  )
}
