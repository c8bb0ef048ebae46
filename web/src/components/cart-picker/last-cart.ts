const storageKey = 'cartouche-last-cart'

/** The cart that something was added to last on this device, or null. */
export function readLastCart(): number | null {
  const id = Number(localStorage.getItem(storageKey))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Keeps the cart for the next `A`. */
export function keepLastCart(id: number): void {
  localStorage.setItem(storageKey, String(id))
}
