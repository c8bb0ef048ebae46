/** Where small texts are kept between visits: `localStorage` in a browser. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
