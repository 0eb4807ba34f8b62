import { describe, expect, it } from 'vitest';
import { readShownMessage, withShownMessage } from './shown-message.ts';

const embed = { title: 'Guild bingo', description: 'Quill finished tile B3: Dragon warhammer' };

describe('the shown text of a message', () => {
  it.each(['EXTERNAL_PLUGIN', 'A_TYPE_OF_TOMORROW'])('is kept for the type %s', (type) => {
    expect(readShownMessage(type, { embeds: [embed] })).toEqual({
      title: 'Guild bingo',
      text: 'Quill finished tile B3: Dragon warhammer',
    });
  });

  it.each(['LOOT', 'QUEST', 'LOGIN'])('is not kept for a type that the hub knows: %s', (type) => {
    expect(readShownMessage(type, { embeds: [embed], content: 'x' })).toBeNull();
  });

  it('is the content when the message has no embed', () => {
    expect(readShownMessage('EXTERNAL_PLUGIN', { content: 'Quill won' })).toEqual({
      title: null,
      text: 'Quill won',
    });
  });

  it('does not show the names of mentioned people', () => {
    const description = '<@123> <@!45> <@&6> <#7> @everyone @here Quill won';
    expect(readShownMessage('X', { embeds: [{ description }] })?.text).toBe('Quill won');
  });

  it('is at most 1 KB', () => {
    const shown = readShownMessage('X', {
      embeds: [{ title: 't'.repeat(9_999), description: 'd'.repeat(9_999) }],
    });
    expect((shown?.title?.length ?? 0) + (shown?.text?.length ?? 0)).toBe(1_024);
  });

  it.each([[[7]], ['none'], [[{ title: 7 }]], [undefined]])('does not exist in %j', (embeds) => {
    expect(readShownMessage('X', { embeds })).toBeNull();
  });

  it('is added to the message, and replaces no field of it', () => {
    const shown = { title: null, text: 'won' };
    expect(withShownMessage('{"type":"X"}', shown)).toBe('{"type":"X","shown":{"title":null,"text":"won"}}');
    expect(withShownMessage('{}', shown)).toBe('{"shown":{"title":null,"text":"won"}}');
    expect(withShownMessage('{"shown":1}', shown)).toBe('{"shown":1}');
    expect(withShownMessage('{"type":"X"}', null)).toBe('{"type":"X"}');
  });
});
