import type { Cart, Share } from '@cartouche/contract'
import { useCartShares } from '@cartouche/react'
import { Modal, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { CreatedLink } from './created-link.tsx'
import { EndedLinks, ActiveLinks } from './active-links.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import classes from './share-dialog.module.css'

/** Links to a cart for visitors without an account: makes one, shows and ends the active ones. */
export function ShareDialog({ cart, onClose }: { readonly cart: Cart; readonly onClose: () => void }) {
  useReturnFocus()
  const [made, setMade] = useState<Share | null>(null)
  const { shares } = useCartShares(cart.id)
  // People come back to see who opened their links: existing links come first, until the dialog is closed.
  const { links: isAskedFor } = useSearch({ strict: false })
  const [isShared] = useState(isAskedFor !== undefined || shares.length > 0 || (cart.shares?.living ?? 0) > 0)
  // A link that was ended again is none to give away.
  const created = shares.some(({ id }) => id === made?.id) ? made : null
  const form = (
    <section key="form" className={classes.part}>
      {created === null ? (
        <>
          {isShared && (
            <Title order={3} mb="sm">
              <FormattedMessage id="shareDialog.new" />
            </Title>
          )}
          <NewLinkForm
            name={cart.name}
            intro={cart.total === 0 ? 'shareDialog.empty' : 'shareDialog.intro'}
            send={(make) => make(cart.id)}
            isFocused={!isShared}
            onCreated={setMade}
          />
        </>
      ) : (
        <CreatedLink share={created} onAnother={() => setMade(null)} onClose={onClose} />
      )}
    </section>
  )
  const links = (
    <section
      key="links"
      className={classes.part}
      tabIndex={-1}
      data-autofocus={(isShared && shares.length === 0) || undefined}
    >
      <Title order={3} mb="sm">
        <FormattedMessage id="shareDialog.living" />
      </Title>
      <ActiveLinks cartId={cart.id} />
      <EndedLinks cartId={cart.id} />
    </section>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={
        <Text component="span" inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <FormattedMessage id="shareDialog.title" values={{ name: cart.name }} />
        </Text>
      }
    >
      {isShared && created === null ? [links, form] : [form, links]}
    </Modal>
  )
}
