import { connection } from './connection.ts'

/** While something is made for the first time, milliseconds between two questions, and how many. */
const askAgainMs = 1000
const mostQuestions = 90

/**
 * Fetches a file that may have to be made first: asks again while the answer is 202.
 * @throws Error where it is refused, or not made within 90 seconds
 */
export async function fetchMade(url: string, init: RequestInit): Promise<Response> {
  for (let asked = 0; asked < mostQuestions; asked++) {
    const response = await connection.fetch(url, init)
    if (response.status !== 202) {
      if (!response.ok) throw new Error('The file cannot be had')
      return response
    }
    await new Promise((resolve) => {
      setTimeout(resolve, askAgainMs)
    })
  }
  throw new Error('The file is not made in time')
}
