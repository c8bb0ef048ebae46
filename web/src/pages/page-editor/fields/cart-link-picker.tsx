import { calls } from '@cartouche/client'
import { useCarts, useRead } from '@cartouche/react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { ChoiceList } from './choice-list.tsx'

interface CartLinkPickerProps {
  readonly onPick: (kind: 'cart' | 'share', id: number | string, name: string) => void
  readonly onClose: () => void
}

/** Chooses a cart, for those who may see it, or one of its active links, for everybody. */
export function CartLinkPicker({ onPick, onClose }: CartLinkPickerProps) {
  useReturnFocus()
  const { carts, hasData } = useCarts()
  const [chosen, setChosen] = useState<{ readonly id: number; readonly name: string } | null>(null)
  if (chosen) return <SharePicker cart={chosen} onPick={onPick} onClose={onClose} />
  return (
    <ChoiceList
      title={<FormattedMessage id="linkPicker.cart.choose" />}
      choices={carts.map(({ id, name, owner }) => ({ key: String(id), name, hint: owner.name }))}
      isLoaded={hasData}
      onPick={({ key, name }) => setChosen({ id: Number(key), name })}
      onClose={onClose}
    />
  )
}

interface SharePickerProps extends CartLinkPickerProps {
  readonly cart: { readonly id: number; readonly name: string }
}

function SharePicker({ cart, onPick, onClose }: SharePickerProps) {
  const intl = useIntl()
  const { data, status } = useRead(calls.listShares, { id: cart.id }, { freshMs: 0 })
  const shares = (data ?? []).map(({ id, name, expires }) => ({
    key: id,
    name,
    hint: intl.formatMessage(
      { id: 'linkPicker.share.hint' },
      { date: intl.formatDate(expires, { dateStyle: 'medium' }) },
    ),
  }))
  const own = { key: '', name: cart.name, hint: intl.formatMessage({ id: 'linkPicker.cart.hint' }) }
  return (
    <ChoiceList
      title={<FormattedMessage id="linkPicker.share" values={{ name: cart.name }} />}
      choices={[own, ...shares]}
      isLoaded={status === 'loaded'}
      onPick={({ key, name }) => (key === '' ? onPick('cart', cart.id, name) : onPick('share', key, name))}
      onClose={onClose}
    />
  )
}
