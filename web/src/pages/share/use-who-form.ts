import { useState, type FormEvent } from 'react'
import { checkedWho, nobody, type Who } from './who-fields.tsx'

/**
 * A form in which a visitor says who they are: nothing is sent until that is complete. `failure` is what the
 * work threw; the form is busy until then.
 */
export function useWhoForm(work: (who: Who) => Promise<void>) {
  const [who, setWho] = useState(nobody)
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    const checked = checkedWho(who)
    if (checked === null) return
    setBusy(true)
    setFailure(null)
    try {
      await work(checked)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return { fields: { who, onChange: setWho, isTried }, failure, busy, send }
}
