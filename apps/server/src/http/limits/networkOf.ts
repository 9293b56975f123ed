import { isIP } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsInAddress = 8;
const groupsInNetwork = 4;

/**
 * Whom an address stands for where requests and guesses are counted: an IPv4 address for itself, an IPv6 address for
 * its /64, since whoever has one address of that has all of them and could come from another each time.
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
