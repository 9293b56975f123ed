import { isIP } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsInAddress = 8;
const groupsInNetwork = 4;

/**
 * The network by which requests and guesses are counted: an IPv4 address itself, of an IPv6 address its /64. Whoever has
 * one address of a /64 has all of them and could use another one each time.
 */
export function networkOf(address: string): string {
  const version4 = mapped.exec(address)?.[1];
  if (version4 !== undefined) return version4;
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const [front, back] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const given = [...(front ?? []), ...(back ?? [])].length;
  const zeros = Array.from({ length: Math.max(0, groupsInAddress - given) }, () => '0');
  const groups = [...(front ?? []), ...zeros, ...(back ?? [])].slice(0, groupsInNetwork);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
