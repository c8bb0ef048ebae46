/** As many masks fit into five planes. */
const masksAtOnce = 31

/**
 * Counts by each of the 32 bits how many masks have it. All bits are added to at once: a plane holds one
 * binary digit of 32 sums.
 * @source measured: rows below each of 50 nodes among 1,000,000 rows, a third of the time of one addition for
 * each row and node
 */
export function countLanes(masks: Int32Array): Int32Array {
  const counts = new Int32Array(32)
  for (let first = 0; first < masks.length; first += masksAtOnce) {
    let [ones, twos, fours, eights, sixteens] = [0, 0, 0, 0, 0]
    for (let at = first, end = Math.min(first + masksAtOnce, masks.length); at < end; at++) {
      const mask = masks[at] ?? 0
      const carryOne = ones & mask
      ones ^= mask
      const carryTwo = twos & carryOne
      twos ^= carryOne
      const carryFour = fours & carryTwo
      fours ^= carryTwo
      sixteens ^= eights & carryFour
      eights ^= carryFour
    }
    for (let lane = 0; lane < 32; lane++) {
      counts[lane] =
        (counts[lane] ?? 0) +
        ((ones >>> lane) & 1) +
        ((twos >>> lane) & 1) * 2 +
        ((fours >>> lane) & 1) * 4 +
        ((eights >>> lane) & 1) * 8 +
        ((sixteens >>> lane) & 1) * 16
    }
  }
  return counts
}
