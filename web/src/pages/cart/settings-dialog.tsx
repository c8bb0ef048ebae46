import { cartsOf, followedOf, readSearch, type CartChanges } from '@cartouche/client'
import type { Cart, CartContent, FollowedQuery } from '@cartouche/contract'
import { useCan, useClient, useSavedSearches } from '@cartouche/react'
import { Alert, Modal, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { DayInput } from '../../components/day-input/day-input.tsx'
import { dayOf, endOf } from '../../components/day-input/days.ts'
import { DialogButtons } from '../../components/dialog-buttons/dialog-buttons.tsx'
import { errorText } from '../../translations/error-text.ts'
import classes from './cart.module.css'

const contents = ['cart', 'cursor', 'both'] as const satisfies readonly CartContent[]

/** What is rarely changed of a cart: its type, its end, who sees it, and what it holds. */
export function SettingsDialog({ cart, onClose }: { readonly cart: Cart; readonly onClose: () => void }) {
  useReturnFocus()
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const canMakePublic = useCan('cart/makePublic')
  const [type, setType] = useState(cart.type)
  const [end, setEnd] = useState(dayOf(cart.expires))
  const [isPublic, setPublic] = useState(!cart.private)
  const [content, setContent] = useState<CartContent>(cart.content)
  const [followed, setFollowed] = useState<FollowedQuery>(cart.followed ?? {})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const owns = cart.permissions.people
  const needsWords =
    content !== 'cart' && (followed.fulltext ?? '').trim() === '' && followed.query === undefined
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (needsWords) return
    setBusy(true)
    await carts
      .editCart(cart.id, changesOf(cart, { type, end, isPublic, content, followed }))
      .then(onClose, setFailure)
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="cart.settings" />}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={<FormattedMessage id="cart.settings.type" />}
            description={<FormattedMessage id="cart.settings.type.hint" />}
            value={type}
            maxLength={64}
            onChange={(event) => setType(event.currentTarget.value)}
          />
          {owns && (
            <DayInput
              label={<FormattedMessage id="cart.settings.end" />}
              description={<FormattedMessage id="cart.settings.end.hint" />}
              placeholder={intl.formatMessage({ id: 'cart.settings.end.never' })}
              value={end}
              onChange={setEnd}
              clearLabel={intl.formatMessage({ id: 'cart.settings.end.clear' })}
            />
          )}
          {owns && (canMakePublic || !cart.private) && (
            <Switch
              label={<FormattedMessage id="cartDialog.public" />}
              checked={isPublic}
              onChange={(event) => setPublic(event.currentTarget.checked)}
            />
          )}
          <Radio.Group
            label={<FormattedMessage id="cart.content" />}
            value={content}
            onChange={(next) => setContent(contents.find((one) => one === next) ?? 'cart')}
          >
            <Stack gap={6} mt={6}>
              {contents.map((one) => (
                <Radio key={one} value={one} label={<FormattedMessage id={`cart.content.${one}`} />} />
              ))}
            </Stack>
          </Radio.Group>
          {content !== 'cart' && (
            <FollowedFields followed={followed} onChange={setFollowed} isMissing={needsWords} />
          )}
          {failure === null ? null : (
            <Alert color="red" role="alert">
              <Text fz="sm" className={classes.wrap}>
                {errorText(intl, failure)}
              </Text>
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id="action.save" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

/** What the cart follows: words, or all of a search that someone keeps. */
function FollowedFields({
  followed,
  onChange,
  isMissing,
}: {
  readonly followed: FollowedQuery
  readonly onChange: (followed: FollowedQuery) => void
  readonly isMissing: boolean
}) {
  const intl = useIntl()
  const { searches } = useSavedSearches()
  const [chosen, setChosen] = useState<string | null>(null)
  const offered = searches.flatMap(({ id, name, data }) => {
    const search = readSearch(data)
    return search?.path === 'dam/data/asset' ? [{ id: String(id), name, search }] : []
  })
  const choose = (id: string | null): void => {
    const found = offered.find((one) => one.id === id)
    setChosen(id)
    if (found) onChange(followedOf(found.search))
  }
  return (
    <>
      {offered.length > 0 && (
        <Select
          label={<FormattedMessage id="cart.content.search" />}
          placeholder={intl.formatMessage({ id: 'cart.content.search.none' })}
          value={chosen}
          onChange={choose}
          searchable={offered.length > 8}
          clearable
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextInput
        label={<FormattedMessage id="cart.content.words" />}
        description={<FormattedMessage id="cart.content.words.hint" />}
        value={followed.fulltext ?? ''}
        maxLength={1000}
        onChange={(event) => onChange({ ...followed, fulltext: event.currentTarget.value })}
        error={isMissing ? <FormattedMessage id="cart.content.words.missing" /> : null}
      />
      {followed.query !== undefined && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="cart.content.filters" />
        </Text>
      )}
    </>
  )
}

interface Wanted {
  readonly type: string
  readonly end: string | null
  readonly isPublic: boolean
  readonly content: CartContent
  readonly followed: FollowedQuery
}

/** What differs from the cart; its name goes with every edit. */
function changesOf(cart: Cart, { type, end, isPublic, content, followed }: Wanted): CartChanges {
  return {
    name: cart.name,
    ...(type === cart.type ? {} : { type: type.trim() }),
    ...(isPublic === !cart.private ? {} : { private: !isPublic }),
    ...(end === dayOf(cart.expires) ? {} : { expires: endOf(end) }),
    ...(content === cart.content ? {} : { content }),
    ...(content === 'cart' || JSON.stringify(followed) === JSON.stringify(cart.followed ?? {})
      ? {}
      : { followed }),
  }
}
