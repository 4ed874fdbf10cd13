import { describe } from 'vitest';
import { ScriptedChat } from '../support/scripted-chat.ts';
import { chatModelContract } from './chat-model.contract.ts';

describe('the scripted chat model of the tests', () => {
  chatModelContract(async (reply) => {
    const model = new ScriptedChat(reply);
    return { model, asked: () => model.asked };
  });
});
