import { refuseDeepNesting } from '../../package/nesting.ts';
import { PackageRefused } from '../../package/packageErrors.ts';
import { type InputFile, linesOf, plainNameOf, textOf } from '../inputFiles.ts';
import { isMessage, type Json, type Message, withCamelNames } from './values.ts';

/** A phenopacket, and what stands around it. */
export interface FoundPacket {
  readonly message: Message;
  /** The file, with the line or the index, for messages. */
  readonly where: string;
  /** The path of the file that the packet came from. */
  readonly source: string;
  readonly family?: FamilyPart;
  readonly cohortId?: string | undefined;
}

export interface FamilyPart {
  readonly family: Message;
  readonly isProband: boolean;
}

export const isPacketFile = (file: InputFile): boolean => /\.(?:json|jsonl|ndjson)$/.test(plainNameOf(file));

/** Beyond, what JSON becomes in memory may be more than there is. */
const maxFile = 64 * 1024 * 1024;

/**
 * The phenopackets of a file: one, a list, a family or a cohort in JSON, or one on each line. Throws PackageRefused with
 * file, line and field.
 */
export async function* packetsIn(file: InputFile): AsyncGenerator<FoundPacket> {
  if (/\.(?:jsonl|ndjson)$/.test(plainNameOf(file))) {
    for await (const { text, number } of linesOf(file)) {
      if (text.trim() === '') continue;
      const where = `${file.path}:${number}`;
      yield* packetsOf(parse(text, where), { where, source: file.path });
    }
    return;
  }
  const content = parse(await wholeText(file), file.path);
  if (!Array.isArray(content)) yield* packetsOf(content, { where: file.path, source: file.path });
  else
    for (const [index, one] of content.entries())
      yield* packetsOf(one, { where: `${file.path}[${index}]`, source: file.path });
}

async function wholeText(file: InputFile): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of textOf(file)) {
    parts.push(part);
    length += part.length;
    if (length > maxFile)
      throw new PackageRefused([
        `${file.path}: is larger than 64 MiB; write one phenopacket a line (.jsonl), which can be of any length`,
      ]);
  }
  return parts.join('');
}

const nameWithLine = /"[A-Za-z0-9]+_[A-Za-z0-9_]*"\s*:/;

function parse(text: string, where: string): Json {
  try {
    refuseDeepNesting(text);
    const content: Json = JSON.parse(text.replace(/^\ufeff/, ''));
    return nameWithLine.test(text) ? withCamelNames(content) : content;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PackageRefused([`${where}: is no JSON: ${reason}`], { cause });
  }
}

type PacketOrigin = Pick<FoundPacket, 'where' | 'source'>;

function packetsOf(content: Json, origin: PacketOrigin): readonly FoundPacket[] {
  const { where } = origin;
  if (!isMessage(content)) throw new PackageRefused([`${where}: must be an object`]);
  const { phenopacket, path, proband, members } = content;
  if (isMessage(phenopacket)) {
    const source = typeof path === 'string' ? path : origin.source;
    return packetsOf(phenopacket, { where, source });
  }
  if (isMessage(proband)) return familyOf(content, origin);
  if (Array.isArray(members)) {
    const cohortId = typeof content['id'] === 'string' ? content['id'] : undefined;
    return members.map((message: Json, index) =>
      onePacket(message, { ...origin, where: `${where}: members[${index}]`, cohortId }),
    );
  }
  return [onePacket(content, origin)];
}

function familyOf(family: Message, origin: PacketOrigin): readonly FoundPacket[] {
  const relatives = family['relatives'] ?? [];
  if (!Array.isArray(relatives)) throw new PackageRefused([`${origin.where}: relatives: must be a list`]);
  const { proband = null } = family;
  const at = (name: string) => `${origin.where}: ${name}`;
  return [
    onePacket(proband, { ...origin, where: at('proband'), family: { family, isProband: true } }),
    ...relatives.map((message: Json, index) =>
      onePacket(message, {
        ...origin,
        where: at(`relatives[${index}]`),
        family: { family, isProband: false },
      }),
    ),
  ];
}

const version1 = ['genes', 'variants', 'hasPhenotype'];

function onePacket(message: Json, rest: Omit<FoundPacket, 'message'>): FoundPacket {
  const { where } = rest;
  if (!isMessage(message)) throw new PackageRefused([`${where}: must be an object`]);
  if (!['subject', 'phenotypicFeatures', 'metaData'].some((name) => name in message))
    throw new PackageRefused([
      `${where}: is no phenopacket: it has neither subject, phenotypicFeatures nor metaData`,
    ]);
  const { metaData } = message;
  const version = isMessage(metaData) ? metaData['phenopacketSchemaVersion'] : undefined;
  if ((typeof version === 'string' && /^1\b/.test(version)) || version1.some((name) => name in message))
    throw new PackageRefused([`${where}: is a phenopacket of version 1; convert it to version 2 first`]);
  return { message, ...rest };
}
