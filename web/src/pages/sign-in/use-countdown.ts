import { useEffect, useState } from 'react'

/** Seconds that are left, counting down to 0, and the way to start. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, (seconds) => setLeft(Math.max(0, Math.ceil(seconds)))]
}
